// The part of the WebAssembly global that is used here. Browsers' types declare it, Node's do not; each file that needs it
// declares the global by this type, so that the package compiles in both worlds.

declare const compiled: unique symbol;
export type CompiledModule = Readonly<{ [compiled]: true }>;

export type WebAssemblyApi = Readonly<{
  compile: (bytes: Uint8Array) => Promise<CompiledModule>;
  Instance: new (module: CompiledModule) => Readonly<{ exports: Readonly<Record<string, unknown>> }>;
  Memory: new (limits: never) => Readonly<{ buffer: ArrayBuffer }>;
  Global: new (descriptor: never) => Readonly<{ value: unknown }>;
  RuntimeError: new () => Error;
}>;
