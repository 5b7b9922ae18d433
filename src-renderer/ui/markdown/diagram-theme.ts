import type { MermaidConfig } from "mermaid";

/** The colours that the window is shown in. */
export type Scheme = "light" | "dark";

export const diagramFont = "Inter, sans-serif";

/** What the library calls it, and our token. */
const colors = {
  background: "--sheet",
  primaryColor: "--raised",
  mainBkg: "--raised",
  primaryTextColor: "--ink",
  primaryBorderColor: "--line-control",
  nodeBorder: "--line-control",
  secondaryColor: "--sunken",
  secondaryTextColor: "--ink",
  secondaryBorderColor: "--line-control",
  tertiaryColor: "--accent-tint",
  tertiaryTextColor: "--ink",
  tertiaryBorderColor: "--accent-line",
  lineColor: "--ink-3",
  arrowheadColor: "--ink-3",
  textColor: "--ink",
  nodeTextColor: "--ink",
  titleColor: "--ink",
  clusterBkg: "--sunken",
  clusterBorder: "--line-control",
  edgeLabelBackground: "--well",
  actorBkg: "--raised",
  actorBorder: "--line-control",
  actorTextColor: "--ink",
  actorLineColor: "--ink-faint",
  signalColor: "--ink-2",
  signalTextColor: "--ink",
  labelBoxBkgColor: "--sunken",
  labelBoxBorderColor: "--line-control",
  labelTextColor: "--ink",
  loopTextColor: "--ink",
  activationBkgColor: "--accent-tint",
  activationBorderColor: "--accent-line",
  sequenceNumberColor: "--sheet",
  noteBkgColor: "--needs-tint",
  noteTextColor: "--ink",
  noteBorderColor: "--needs-line",
  classText: "--ink",
  labelColor: "--ink",
  transitionColor: "--ink-3",
  transitionLabelColor: "--ink-2",
  stateLabelColor: "--ink",
  stateBkg: "--raised",
  altBackground: "--sunken",
  sectionBkgColor: "--sunken",
  altSectionBkgColor: "--sheet",
  sectionBkgColor2: "--sunken",
  taskBkgColor: "--accent",
  taskBorderColor: "--accent",
  taskTextColor: "--on-accent",
  taskTextLightColor: "--on-accent",
  taskTextDarkColor: "--ink",
  taskTextOutsideColor: "--ink",
  activeTaskBkgColor: "--accent-tint",
  activeTaskBorderColor: "--accent-line",
  doneTaskBkgColor: "--data-4",
  doneTaskBorderColor: "--line-control",
  critBkgColor: "--failed",
  critBorderColor: "--failed",
  gridColor: "--ink-faint",
  todayLineColor: "--needs",
  attributeBackgroundColorOdd: "--raised",
  attributeBackgroundColorEven: "--sunken",
  pie1: "--data-1",
  pie2: "--data-2",
  pie3: "--data-3",
  pie4: "--data-4",
  pieTitleTextColor: "--ink",
  pieSectionTextColor: "--ink",
  pieLegendTextColor: "--ink",
  pieStrokeColor: "--sheet",
  pieOuterStrokeColor: "--sheet",
  errorBkgColor: "--failed-tint",
  errorTextColor: "--failed-ink",
} as const;

/** Branches of a mind map, a time line or a graph of commits, from the deepest on. */
const branches = ["--accent-tint", "--sunken", "--needs-tint", "--done-tint"] as const;

function branchColors(colorOf: (token: string) => string): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (let at = 0; at < 12; at += 1) {
    all[`cScale${at}`] = colorOf(branches[at % branches.length] ?? "--sunken");
    all[`cScaleLabel${at}`] = colorOf("--ink");
    all[`cScalePeer${at}`] = colorOf("--line-control");
    all[`cScaleInv${at}`] = colorOf("--ink-3");
    if (at < 8) {
      all[`git${at}`] = colorOf(at % 2 === 0 ? "--data-1" : "--data-2");
      all[`gitBranchLabel${at}`] = colorOf("--on-accent");
    }
  }
  return all;
}

/** Our colours and type for a diagram. `colorOf` tells what a token is in them now. */
export function diagramTheme(scheme: Scheme, colorOf: (token: string) => string): MermaidConfig {
  const named = Object.entries(colors).map(([name, token]) => [name, colorOf(token)] as const);
  return {
    theme: "base",
    darkMode: scheme === "dark",
    fontFamily: diagramFont,
    fontSize: 13,
    // These kinds have sizes of their own.
    sequence: { actorFontSize: 13, messageFontSize: 13, noteFontSize: 13, height: 40 },
    er: { fontSize: 13 },
    themeVariables: {
      ...Object.fromEntries(named),
      ...branchColors(colorOf),
      darkMode: scheme === "dark",
      fontFamily: diagramFont,
      fontSize: "13px",
      pieOpacity: "1",
    },
  };
}
