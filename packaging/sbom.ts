import type { ThirdParty } from "../scripts/licences.ts";

interface Described {
  /** Of Perch. */
  readonly version: string;
  readonly electronVersion: string;
  readonly packages: readonly ThirdParty[];
}

/** The list of all parts that a package is made of, in CycloneDX 1.6, for programs that look for known faults in them. */
export function softwareBill({ version, electronVersion, packages }: Described): object {
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        "bom-ref": `perch@${version}`,
        type: "application",
        name: "perch",
        version,
        licenses: licences("MIT"),
      },
    },
    components: [
      component({ name: "electron", version: electronVersion, licence: "MIT" }, "framework"),
      ...packages.map((one) => component(one, one.version === "" ? "file" : "library")),
    ],
  };
}

function component(
  { name, version, licence }: Omit<ThirdParty, "text">,
  type: "library" | "framework" | "file",
): object {
  const named = { type, name, licenses: licences(licence) };
  if (type === "file") return { "bom-ref": name, ...named };
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { "bom-ref": purl, ...named, version, purl };
}

function licences(licence: string): readonly object[] {
  return / (?:OR|AND) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];
}
