import type { LibraryAnswer } from "../nmstate.ts";
import type { CompiledModule, WebAssemblyApi } from "./web-assembly.ts";

declare const WebAssembly: WebAssemblyApi;

export const compile = (bytes: Uint8Array): Promise<CompiledModule> => WebAssembly.compile(bytes);

/** One running copy of the module (wasm/src/lib.rs says how it is called). */
export class Instance {
  readonly #memory: Readonly<{ buffer: ArrayBuffer }>;
  readonly #alloc: (length: number) => unknown;
  readonly #render: (pointer: number, length: number) => unknown;
  readonly #staticsAt: number;
  readonly #statics: Uint8Array;

  constructor(module: CompiledModule) {
    const { memory, nm_alloc, nm_render, __global_base, __heap_base } = new WebAssembly.Instance(module).exports;
    if (
      !(memory instanceof WebAssembly.Memory && __global_base instanceof WebAssembly.Global) ||
      !(typeof nm_alloc === "function" && typeof nm_render === "function" && __heap_base instanceof WebAssembly.Global)
    ) {
      throw new Error(
        "found a WebAssembly module that is not Muster's nmstate; load packages/nmstate/src/wasm/nmstate.wasm",
      );
    }
    this.#memory = memory;
    this.#alloc = (length) => nm_alloc(length);
    this.#render = (pointer, length) => nm_render(pointer, length);
    this.#staticsAt = Number(__global_base.value);
    this.#statics = new Uint8Array(memory.buffer).slice(this.#staticsAt, Number(__heap_base.value));
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  ask(yaml: string): LibraryAnswer {
    // Static data as it was at first: gives back all memory of the last call, and makes the answer depend on the input alone.
    new Uint8Array(this.#memory.buffer).set(this.#statics, this.#staticsAt);
    const input = new TextEncoder().encode(yaml);
    try {
      const pointer = Number(this.#alloc(input.length));
      if (pointer === 0) return { kind: "unreadable", text: `${input.length} bytes are too many` };
      new Uint8Array(this.#memory.buffer).set(input, pointer);
      return this.#readReply(Number(this.#render(pointer, input.length)));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) return { kind: "fault", text: error.message };
      throw error;
    }
  }

  #readReply(pointer: number): LibraryAnswer {
    const view = new DataView(this.#memory.buffer);
    const length = view.getUint32(pointer + 4, true);
    const text = new TextDecoder().decode(new Uint8Array(this.#memory.buffer, pointer + 8, length));
    const status = view.getUint32(pointer, true);
    if (status !== 0) return { kind: status === 1 ? "unreadable" : "unrenderable", text };
    const reply: Readonly<{ NetworkManager?: readonly (readonly [string, string])[] }> = JSON.parse(text);
    return { kind: "rendered", files: reply.NetworkManager ?? [] };
  }
}
