"""Makes large sets and measures how they are judged; see scripts/set_cost.

  set_cost.py PROGRAM FOLDER REPETITIONS
"""

import json
import os
import resource
import statistics
import struct
import subprocess
import sys
import time


def llama_shapes():
    """The tensors of an 8B model in bf16: names and shapes, rows first."""
    hidden, ffn, kv, vocab = 4096, 14336, 1024, 128256
    yield "model.embed_tokens.weight", [vocab, hidden]
    for layer in range(32):
        front = f"model.layers.{layer}."
        for name, shape in (
            ("input_layernorm.weight", [hidden]),
            ("mlp.down_proj.weight", [hidden, ffn]),
            ("mlp.gate_proj.weight", [ffn, hidden]),
            ("mlp.up_proj.weight", [ffn, hidden]),
            ("post_attention_layernorm.weight", [hidden]),
            ("self_attn.k_proj.weight", [kv, hidden]),
            ("self_attn.o_proj.weight", [hidden, hidden]),
            ("self_attn.q_proj.weight", [hidden, hidden]),
            ("self_attn.v_proj.weight", [kv, hidden]),
        ):
            yield front + name, shape
    yield "model.norm.weight", [hidden]
    yield "lm_head.weight", [vocab, hidden]


def size_of(shape):
    """Bytes of a bf16 tensor."""
    size = 2
    for dimension in shape:
        size *= dimension
    return size


def in_shards(tensors, count):
    """Cuts `tensors` into `count` runs of nearly equal size."""
    total = sum(size_of(shape) for _, shape in tensors)
    shards = [[] for _ in range(count)]
    done = 0
    for name, shape in tensors:
        shards[min(done * count // total, count - 1)].append((name, shape))
        done += size_of(shape)
    return shards


def write_safetensors(path, tensors):
    entries, end = {"__metadata__": {"format": "pt"}}, 0
    for name, shape in tensors:
        begin, end = end, end + size_of(shape)
        entries[name] = {
            "dtype": "BF16", "shape": shape, "data_offsets": [begin, end]}
    header = json.dumps(entries, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(header)) + header)
        out.truncate(8 + len(header) + end)


def write_checkpoint(folder, shards):
    os.makedirs(folder)
    weight_map, total = {}, 0
    for number, tensors in enumerate(shards, 1):
        name = f"model-{number:05}-of-{len(shards):05}.safetensors"
        write_safetensors(os.path.join(folder, name), tensors)
        for tensor, shape in tensors:
            weight_map[tensor] = name
            total += size_of(shape)
    index = {"metadata": {"total_size": total}, "weight_map": weight_map}
    path = os.path.join(folder, "model.safetensors.index.json")
    with open(path, "w", encoding="utf-8") as out:
        json.dump(index, out, indent=2)


def gguf_string(text):
    return struct.pack("<Q", len(text)) + text.encode()


def write_gguf(path, number, count, total, tensors):
    pairs = [
        gguf_string("split.no") + struct.pack("<IH", 2, number),
        gguf_string("split.count") + struct.pack("<IH", 2, count),
        gguf_string("split.tensors.count") + struct.pack("<Ii", 5, total),
    ]
    if number == 0:
        pairs.append(gguf_string("general.architecture") +
                     struct.pack("<I", 8) + gguf_string("llama"))
    header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(pairs))
    header += b"".join(pairs)
    offset = 0
    for name, shape in tensors:
        header += gguf_string(name) + struct.pack("<I", len(shape))
        header += struct.pack(f"<{len(shape)}Q", *reversed(shape))
        header += struct.pack("<IQ", 30, offset)
        offset += -(-size_of(shape) // 32) * 32
    header += b"\0" * (-len(header) % 32)
    with open(path, "wb") as out:
        out.write(header)
        out.truncate(len(header) + offset)


def write_split(folder, shards):
    os.makedirs(folder)
    total = sum(map(len, shards))
    for number, tensors in enumerate(shards):
        name = f"model-{number + 1:05}-of-{len(shards):05}.gguf"
        write_gguf(os.path.join(folder, name), number, len(shards), total,
                   tensors)


def measure(program, folder):
    """Seconds and KiB of one run, each of which has a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        begin = time.monotonic()
        done = subprocess.run([program, "check", folder],
                              capture_output=True, check=False)
        took = time.monotonic() - begin
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        os.write(write, json.dumps(
            [done.returncode, took, peak,
             done.stdout.decode(errors="replace")[:2000]]).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        code, took, peak, output = json.load(answer)
    os.waitpid(child, 0)
    if code != 0:
        sys.exit(f"set_cost: {folder} was not accepted:\n{output}")
    return took, peak


def main():
    program, folder, repetitions = sys.argv[1:]
    shards = in_shards(list(llama_shapes()), 4)
    sets = {
        "checkpoint": "8B in 4 shards, 16 GB",
        "split": "the same as a GGUF split",
        "many": "500,000 tensors, 100 shards",
    }
    write_checkpoint(os.path.join(folder, "checkpoint"), shards)
    write_split(os.path.join(folder, "split"), shards)
    write_checkpoint(os.path.join(folder, "many"), [
        [(f"model.layers.{shard}.mlp.experts.{i}.down_proj.weight", [1])
         for i in range(5000)]
        for shard in range(100)
    ])
    print(f"{'set':30} {'files':>6} {'ms':>9} {'peak MB':>8}")
    for name, what in sets.items():
        path = os.path.join(folder, name)
        runs = [measure(program, path) for _ in range(int(repetitions))]
        took = statistics.median(run[0] for run in runs)
        peak = max(run[1] for run in runs)
        print(f"{what:30} {len(os.listdir(path)):6} {took * 1e3:9.1f} "
              f"{peak * 1024 / 1e6:8.1f}", flush=True)


if __name__ == "__main__":
    main()
