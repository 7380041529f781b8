//! Releases memory that only the start needed. A relay lives as long as its shell and does little; pages of
//! the program and its libraries read at startup (relocations, arguments, settings) would stay in memory,
//! about 3 MB.
#![allow(unsafe_code)] // dl_iterate_phdr(3) and madvise(2) have no safe form

/// Releases pages that can be read again from this program's files: code and constants. Pages still needed
/// come back from the page cache on access (about 30 faults, 50 µs).
#[cfg(target_os = "linux")]
pub fn give_back() {
    // SAFETY: the callback has the required type and keeps none of its arguments.
    unsafe {
        libc::dl_iterate_phdr(Some(give_back_object), std::ptr::null_mut());
    }
}

#[cfg(not(target_os = "linux"))]
pub const fn give_back() {}

/// The program, or one library.
#[cfg(target_os = "linux")]
unsafe extern "C" fn give_back_object(
    object: *mut libc::dl_phdr_info,
    _: usize,
    _: *mut libc::c_void,
) -> libc::c_int {
    // SAFETY: the system passes a valid object with that many headers.
    let (base, headers) = unsafe {
        let object = &*object;
        (object.dlpi_addr, std::slice::from_raw_parts(object.dlpi_phdr, usize::from(object.dlpi_phnum)))
    };
    let page = rustix::param::page_size();
    // writable pages, even if only until relocation, differ from the file
    let is_as_in_file = |flags: u32| flags & libc::PF_W == 0;
    for part in headers.iter().filter(|part| part.p_type == libc::PT_LOAD && is_as_in_file(part.p_flags)) {
        let start = (base as usize).wrapping_add(part.p_vaddr as usize);
        let first = start / page * page;
        // SAFETY: nothing changes; it is mapped from the file again.
        unsafe {
            libc::madvise(
                first as *mut libc::c_void,
                start - first + part.p_memsz as usize,
                libc::MADV_DONTNEED,
            );
        }
    }
    0
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    /// Of files, KiB.
    fn resident() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssFile:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    #[test]
    fn what_the_start_needed_is_given_back_and_comes_back() {
        let before = resident();
        super::give_back();
        let after = resident();
        assert!(after < before / 4 * 3, "{before} to {after} KiB");
        assert_eq!(format!("{:.3}", 1.0 / 3.0), "0.333");
    }
}
