//! Names in compose files, in the configuration of kubectl and aws, and in podman's store.

use super::json;
use super::lines;
use super::project::above;
use facts::paths::join;
use facts::world::World;

/// Returns the services in the file named with `-f`, or in the compose file here or in a parent directory.
pub fn compose_services(world: &dyn World, named: Option<&str>) -> Vec<String> {
    let usual = ["compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"];
    let text = match named {
        Some(path) => world.read(path),
        None => above(world, &usual),
    };
    lines::yaml_keys(&text.unwrap_or_default(), "services").map(str::to_owned).collect()
}

/// Returns the names in a list of kubectl's configuration: `contexts`, `clusters`, `users`.
pub fn kube(world: &dyn World, list: &str, named: Option<&str>) -> Vec<String> {
    let texts = kube_configs(world, named);
    texts.iter().flat_map(|text| lines::yaml_values(text, list, "name")).map(str::to_owned).collect()
}

/// Returns the profiles in both configuration files of the AWS tools.
pub fn aws_profiles(world: &dyn World) -> Vec<String> {
    let Some(home) = world.home() else { return Vec::new() };
    let config = world.read(&join(home, ".aws/config")).unwrap_or_default();
    let credentials = world.read(&join(home, ".aws/credentials")).unwrap_or_default();
    let names = lines::sections(&config, "profile ").chain(lines::sections(&credentials, ""));
    names.map(|name| name.trim_matches('"').to_owned()).collect()
}

/// Returns the namespaces that contexts use, and those that exist in every cluster.
pub fn kube_namespaces(world: &dyn World, named: Option<&str>) -> Vec<String> {
    let texts = kube_configs(world, named);
    let own = texts.iter().flat_map(|text| lines::yaml_values(text, "contexts", "namespace"));
    let mut names: Vec<String> = own.map(str::to_owned).collect();
    if !names.is_empty() {
        names.extend(["default", "kube-system", "kube-public"].map(str::to_owned));
    }
    names
}

fn kube_configs(world: &dyn World, named: Option<&str>) -> Vec<String> {
    let paths = match (named, world.variable("KUBECONFIG")) {
        (Some(path), _) => vec![path.to_owned()],
        (None, Some(list)) => list.split(':').take(8).map(str::to_owned).collect(),
        (None, None) => world.home().map(|home| join(home, ".kube/config")).into_iter().collect(),
    };
    paths.iter().filter_map(|path| world.read(path)).collect()
}

/// Returns the images of rootless podman, with and without registry and tag.
pub fn podman_images(world: &dyn World) -> Vec<String> {
    let full = podman(world, "overlay-images/images.json");
    let short = full.iter().filter_map(|name| name.rsplit('/').next()?.split(':').next()).map(str::to_owned);
    let short: Vec<String> = short.collect();
    full.into_iter().chain(short).collect()
}

/// Returns the names in a list of rootless podman.
pub fn podman(world: &dyn World, file: &str) -> Vec<String> {
    let path = world.home().map(|home| join(&join(home, ".local/share/containers/storage"), file));
    let list = path.and_then(|path| world.read(&path)).and_then(|text| json::parse(&text));
    let items = list.as_ref().and_then(|list| list.as_array());
    items.into_iter().flatten().filter_map(|item| item.get("names")).flat_map(json::texts).collect()
}
