//! Aliases of the user.

use crate::world::World;

/// Returns the program that an alias finally runs; any other name is unchanged.
pub fn program<'a>(name: &'a str, world: &'a dyn World) -> &'a str {
    let mut seen = vec![name];
    let mut program = name;
    while let Some(first) = world.aliases().get(program).and_then(|body| body.split_whitespace().next()) {
        program = first;
        if seen.contains(&first) {
            break;
        }
        seen.push(first);
    }
    program
}
