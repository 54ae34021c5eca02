// Compressed copies beside the files of a build, made once, so that the service never compresses them.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const worthIt = 1_024;

export function compressFiles(directory: string): void {
  for (const file of globSync("**/*.{js,css,html,svg,json,wasm}", { cwd: directory })) {
    const path = join(directory, file);
    const content = readFileSync(path);
    if (content.length < worthIt) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
