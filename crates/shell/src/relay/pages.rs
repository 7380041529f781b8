//! Memory that only the start needed. A relay lives as long as its shell and does little; what was
//! read of the program and its libraries before (relocations, arguments, settings) stays in its
//! memory, some 3 MB, unless it is given back.
#![allow(unsafe_code)] // dl_iterate_phdr(3) and madvise(2) have no safe form

/// Gives back what can be read again from the files of this program: code and constants. What is
/// still needed comes back from the system's cache when it is touched (some 30 faults, 50 µs).
#[cfg(target_os = "linux")]
pub fn give_back() {
    // SAFETY: the callback is of the type that is asked for and keeps nothing of what it is given.
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
    // SAFETY: the system passes a valid object with so many headers.
    let (base, headers) = unsafe {
        let object = &*object;
        (object.dlpi_addr, std::slice::from_raw_parts(object.dlpi_phdr, usize::from(object.dlpi_phnum)))
    };
    let page = rustix::param::page_size();
    // what may be written, if only until it is relocated, is not as in the file
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

#[cfg(test)]
#[cfg(target_os = "linux")]
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
