//! `NetworkState::gen_conf` behind three functions that need nothing from the host.
//!
//! The caller writes UTF-8 YAML to `nm_alloc(length)`, calls `nm_render(pointer, length)` and reads a reply:
//! status (u32), length (u32), then that many bytes: JSON with status 0, an error's text with 1 or 2.

mod heap;

use heap::ResettableHeap;

#[global_allocator]
static HEAP: ResettableHeap = ResettableHeap::new();

/// Input beyond this is refused here too, so that no caller can forget it.
const INPUT_LIMIT: usize = 128 * 1024;

#[unsafe(no_mangle)]
pub extern "C" fn nm_input_limit() -> usize {
    INPUT_LIMIT
}

#[unsafe(no_mangle)]
pub extern "C" fn nm_alloc(length: usize) -> *mut u8 {
    if length > INPUT_LIMIT {
        return std::ptr::null_mut();
    }
    Vec::<u8>::with_capacity(length.max(1)).leak().as_mut_ptr()
}

/// # Safety
/// `input` must come from `nm_alloc(length)` in the same call of the host, with `length` bytes written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nm_render(input: *const u8, length: usize) -> *const u8 {
    let yaml = unsafe { std::slice::from_raw_parts(input, length) };
    let (status, body) = match render(yaml) {
        Ok(json) => (0u32, json),
        Err(refusal) => refusal,
    };
    let mut reply = Vec::with_capacity(8 + body.len());
    reply.extend_from_slice(&status.to_le_bytes());
    reply.extend_from_slice(&(body.len() as u32).to_le_bytes());
    reply.extend_from_slice(body.as_bytes());
    reply.leak().as_ptr()
}

/// The text is no network state.
const UNREADABLE: u32 = 1;
/// It is one, but no files can be made of it.
const UNRENDERABLE: u32 = 2;

fn render(yaml: &[u8]) -> Result<String, (u32, String)> {
    let text = std::str::from_utf8(yaml).map_err(|e| (UNREADABLE, e.to_string()))?;
    let state: nmstate::NetworkState =
        serde_yaml::from_str(text).map_err(|e| (UNREADABLE, e.to_string()))?;
    let files = state
        .gen_conf()
        .map_err(|e| (UNRENDERABLE, e.msg().to_string()))?;
    serde_json::to_string(&files).map_err(|e| (UNRENDERABLE, e.to_string()))
}

/// A constant keeps the module free of imports; only UUID v4 would ask, and gen_conf makes v5 from names.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(into: *mut u8, length: usize) -> Result<(), getrandom::Error> {
    unsafe { std::ptr::write_bytes(into, 7, length) };
    Ok(())
}
