// What a suite starts as its client: hands the scenario on to the process that holds the real one, and ends as that says.
//   node forward.mjs PORT URL
const [port, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario = "", MCP_CONFORMANCE_CONTEXT: context = "{}" } = process.env;
const body = JSON.stringify({ url, scenario, context: JSON.parse(context) });
const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
process.stderr.write(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
