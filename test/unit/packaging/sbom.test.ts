import { expect, it } from "vitest";
import { softwareBill } from "../../../packaging/sbom.ts";

it("a bill of software names Perch, the runtime, every package by its address in the registry, and the fonts", () => {
  const packages = [
    { name: "@scope/one", version: "1.2.3", licence: "MIT", text: "…" },
    { name: "two", version: "2.0.0", licence: "BSD-3-Clause OR GPL-2.0", text: "…" },
    { name: "Inter", version: "", licence: "OFL-1.1", text: "…" },
  ];
  expect(softwareBill({ version: "0.1.0", electronVersion: "45.5.0", packages })).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "perch", version: "0.1.0" } },
    components: [
      { type: "framework", name: "electron", purl: "pkg:npm/electron@45.5.0" },
      {
        type: "library",
        "bom-ref": "pkg:npm/%40scope/one@1.2.3",
        name: "@scope/one",
        version: "1.2.3",
        purl: "pkg:npm/%40scope/one@1.2.3",
        licenses: [{ license: { id: "MIT" } }],
      },
      { purl: "pkg:npm/two@2.0.0", licenses: [{ expression: "BSD-3-Clause OR GPL-2.0" }] },
      { type: "file", name: "Inter", licenses: [{ license: { id: "OFL-1.1" } }] },
    ],
  });
});
