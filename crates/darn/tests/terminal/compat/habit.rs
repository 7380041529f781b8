//! The word with which users of another tool request a correction, typed after a failure: darn offers `darn`,
//! which is about the previous failure.

use crate::pty::Builder;

both_ways!(command_of_another_tool_offers_darn: bash, zsh, fish);
fn command_of_another_tool_offers_darn(shell: &str) {
    let mut t = Builder::new(shell).start();
    t.run("gti status");
    let drawn = t.run("fuck");
    assert!(drawn.contains("✗ 127  darn   — fixes the previous command"), "{shell}: {drawn}");
    t.press("\t");
    assert_eq!(t.line(), "T> darn", "{shell}");
    t.send("\r");
    t.wait_for("leaves");
    t.press("\r");
    assert!(t.screen().contains("\ngit ran: status"), "{shell}: {}", t.screen());
}
