export { type CpioEntry, readCpio, writeCpio } from "./archive/cpio.ts";
export { gzipCpio, ignitionArchive } from "./archive/gzip-cpio.ts";
export { type Compression, detectCompression, readInitrd } from "./archive/initrd.ts";
export { appendFiles, type FileToAppend } from "./customise/append-files.ts";
export {
  type BootArtifact,
  bootArtifact,
  initrdAddrsize,
  insFile,
  type NetworkBoot,
  networkBootInitrd,
} from "./customise/boot-artifacts.ts";
export { type Customisation, customise } from "./customise/customise.ts";
export { type IpxeBoot, ipxeBootScript, ipxeRedirectScript, networkKernelArguments } from "./customise/ipxe.ts";
export { type MinimalIsoOptions, minimalIso } from "./customise/minimal-iso.ts";
export { IsoError, type IsoErrorCode, isoErrors } from "./errors.ts";
export { BufferPool, sharedBufferPool } from "./image/buffer-pool.ts";
export { type Content, Overlay } from "./image/overlay.ts";
export { type SendOptions, type Sent, sendRange } from "./image/send.ts";
export { writeImage } from "./image/write-file.ts";
export { type IgnitionArea, readIgnitionArea } from "./live/ignition-area.ts";
export type { KernelArgumentArea, KernelArgumentAreas } from "./live/kernel-argument-areas.ts";
export { editKernelArguments, type KernelArgumentEdit, splitKernelArguments } from "./live/kernel-arguments.ts";
export { type Architecture, type LiveIso, openLiveIso, readEmbeddedIgnition } from "./live/live-iso.ts";
export { type MinimalRecipe, readMinimalRecipe, unpackMinimalIso } from "./live/minimal-recipe.ts";
export type { BootCatalog, BootEntry } from "./read/el-torito.ts";
export { findFile, type IsoImage, openIso, readSmallFile, requireFile } from "./read/iso.ts";
export { posixMode } from "./read/rock-ridge.ts";
export type { Volume } from "./read/volume.ts";
export { type FileSource, fingerprintOf, memorySource, openFileSource, type Source } from "./source.ts";
export {
  type DirectoryNode,
  type FileContent,
  type FileNode,
  findNode,
  type LinkNode,
  type TreeNode,
  walk,
} from "./tree.ts";
export { createIso, type NewBootEntry, type NewIso, type NewIsoFile } from "./write/create-iso.ts";
