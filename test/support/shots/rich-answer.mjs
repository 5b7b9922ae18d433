/** An answer of everything that the window draws. */
export const richAnswer = `# Receipts

The mass is \\(E = mc^2\\), prices are $5 and $6, and $a_1 + b_2$ is a formula; \`List<String>\` and List<String> are text.

## Sums

\\[
\\sum_{i=1}^{n} x_i
+ \\frac{a}{b}
\\]

| Month | Sum | Note |
|---|---:|---|
| May | 12.00 | \`a\` with words |
| June | 1,200.50 | a longer text in this cell |

### Steps

- [x] read the folder
- [ ] write the list

<details>
<summary>More</summary>

مرحبا بالعالم مع English.

- واحد
- اثنان

\`\`\`mermaid
flowchart LR
  A[Start] --> B{Is it paid?}
  B -->|yes| C[File it]
  B -->|no| D[Remind]
\`\`\`

![The hill](receipts/hill.png) ![A picture of another place](https://example.org/p.png)

The end.`;
