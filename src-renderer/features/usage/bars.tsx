import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { UsageDay } from "../../../src-preload/contract/usage.ts";
import { dayTime } from "../../state/period.ts";
import { tokenCount } from "../../ui/amounts.ts";
import { text } from "../../ui/text.ts";
import styles from "./chart.module.css";
import { type Series, scaleStep, tokensOfDay, tokensOfSeries } from "./series.ts";

interface BarsProps {
  readonly days: readonly string[];
  readonly byDay: ReadonlyMap<string, UsageDay>;
  readonly series: readonly Series[];
  /** The days that are meant: a chart may show more than them. */
  readonly chosen: readonly string[];
}

const height = 232;
const top = 30;
const bottom = 210;
const left = 36;

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

interface Scale {
  readonly width: number;
  /** Tokens between two lines. */
  readonly step: number;
  readonly column: number;
  readonly bar: number;
  readonly xOf: (index: number) => number;
  readonly yOf: (tokens: number) => number;
}

function scaleOf({ days, byDay }: Pick<BarsProps, "days" | "byDay">, width: number): Scale {
  const step = scaleStep(Math.max(1, ...days.map((day) => tokensOfDay(byDay.get(day)))));
  const column = (width - left) / days.length;
  const bar = Math.min(28, Math.max(4, Math.floor(column * 0.72)));
  return {
    width,
    step,
    column,
    bar,
    xOf: (index) => Math.round(left + column * index + (column - bar) / 2),
    yOf: (tokens) => bottom - (tokens / (step * 3)) * (bottom - top),
  };
}

/** Drawn at the measured width, so that no text is scaled. Arrow keys go from day to day. */
export function Bars({ days, byDay, series, chosen }: BarsProps) {
  const { box, width } = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const [reachable, setReachable] = useState(days.length - 1);
  const scale = scaleOf({ days, byDay }, width);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = moved(event.key, at ?? reachable, days.length);
    if (next === null) return;
    event.preventDefault();
    setReachable(next);
    event.currentTarget.querySelectorAll<SVGGElement>("[data-day]")[next]?.focus();
  };
  const tip = at === null ? undefined : days[at];
  return (
    <div className={styles.chart} ref={box}>
      {width === 0 ? null : (
        <div role="listbox" tabIndex={-1} aria-label={text("usage.chartName")} onKeyDown={onKeyDown}>
          <svg width={width} height={height} role="presentation">
            <Lines scale={scale} />
            {days.map((day, index) => (
              <g
                key={day}
                role="option"
                aria-selected={index === at}
                data-day={day}
                className={chosen.includes(day) ? "" : styles.isDimmed}
                tabIndex={index === Math.min(reachable, days.length - 1) ? 0 : -1}
                aria-label={dayWords(day, byDay.get(day), series)}
                onFocus={() => setAt(index)}
                onBlur={() => setAt(null)}
                onPointerEnter={() => setAt(index)}
                onPointerLeave={() => setAt(null)}
              >
                <rect
                  className={styles.hit}
                  x={left + scale.column * index}
                  y={top}
                  width={scale.column}
                  height={bottom - top}
                />
                <Stack x={scale.xOf(index)} scale={scale} day={byDay.get(day)} series={series} />
              </g>
            ))}
            <Labels days={days} scale={scale} />
          </svg>
        </div>
      )}
      {at === null || tip === undefined ? null : (
        <DayTip day={tip} used={byDay.get(tip)} series={series} x={scale.xOf(at) + scale.bar / 2} width={width} />
      )}
    </div>
  );
}

function Lines({ scale: { step, width, yOf } }: { readonly scale: Scale }) {
  return [0, 1, 2, 3].map((line) => (
    <g key={line} aria-hidden="true">
      <path className={styles.grid} d={`M${left} ${Math.round(yOf(step * line)) - 0.5}H${width}`} />
      <text x={left - 8} y={Math.round(yOf(step * line)) + 3.5} textAnchor="end">
        {tokenCount(step * line)}
      </text>
    </g>
  ));
}

function Labels({ days, scale: { xOf, bar } }: { readonly days: readonly string[]; readonly scale: Scale }) {
  return days.map((day, index) =>
    isLabelled(index, days.length) ? (
      <text key={day} x={xOf(index) + bar / 2} y={height - 4} textAnchor="middle" aria-hidden="true">
        {axisLabel(day, index, days.length)}
      </text>
    ) : null,
  );
}

function moved(key: string, from: number, count: number): number | null {
  const to: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next));
}

interface StackProps {
  readonly x: number;
  readonly scale: Scale;
  readonly day: UsageDay | undefined;
  readonly series: readonly Series[];
}

/** One day: its parts with a hairline of paper between them. */
function Stack({ x, scale: { bar, yOf }, day, series }: StackProps) {
  let below = 0;
  const parts = series.flatMap((one) => {
    const tokens = tokensOfSeries(one, day);
    if (tokens === 0) return [];
    const from = yOf(below);
    below += tokens;
    return [{ ...one, y: yOf(below), height: Math.max(1, from - yOf(below) - (below > tokens ? 1 : 0)) }];
  });
  return parts.map(({ label, tone, y, height: tall }, index) => (
    <rect key={label} data-tone={tone} x={x} y={y} width={bar} height={tall} rx={index === parts.length - 1 ? 2 : 0} />
  ));
}

export function dayName(day: string): string {
  return new Date(dayTime(day)).toLocaleDateString([], { weekday: "short", day: "numeric", month: "short" });
}

function dayWords(day: string, used: UsageDay | undefined, series: readonly Series[]): string {
  const all = text("usage.dayTokens", { day: dayName(day), tokens: tokenCount(tokensOfDay(used)) });
  const parts = series.filter((one) => tokensOfSeries(one, used) > 0);
  if (parts.length === 0) return all;
  return `${all}: ${parts.map((one) => `${one.label} ${tokenCount(tokensOfSeries(one, used))}`).join(", ")}`;
}

/** Every fifth day of a month, every day of a week. */
function isLabelled(index: number, count: number): boolean {
  return count <= 7 || index === 0 || (index + 1) % 5 === 0;
}

function axisLabel(day: string, index: number, count: number): string {
  const date = new Date(dayTime(day));
  if (count <= 7) return date.toLocaleDateString([], { weekday: "short", day: "numeric" });
  return index === 0 ? date.toLocaleDateString([], { day: "numeric", month: "short" }) : String(date.getDate());
}

interface DayTipProps {
  readonly day: string;
  readonly used: UsageDay | undefined;
  readonly series: readonly Series[];
  readonly x: number;
  readonly width: number;
}

const tipWidth = 176;
/** Between the middle of a bar and what is told of it. */
const beside = 24;

function DayTip({ day, used, series, x, width }: DayTipProps) {
  const from = x + beside + tipWidth > width ? x - beside - tipWidth : x + beside;
  return (
    <div className={`${styles.tip} small`} style={{ left: from, width: tipWidth }} aria-hidden="true">
      <div className="row">
        <b className="medium grow">{dayName(day)}</b>
        <span className="number">{tokenCount(tokensOfDay(used))}</span>
      </div>
      {series.map((one) => (
        <div key={one.label} className="row">
          <i data-tone={one.tone} />
          <span className="grow cut">{one.label}</span>
          <span className="number">{tokenCount(tokensOfSeries(one, used))}</span>
        </div>
      ))}
    </div>
  );
}
