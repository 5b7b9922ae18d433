import type { ButtonHTMLAttributes, ReactNode } from "react";

type Kind = "plain" | "primary" | "ghost" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind;
  readonly size?: "small" | "large";
  /** Shown at the end, for the eye alone. */
  readonly keys?: string;
  /** What it does goes on: it cannot be pressed and, unlike one that is disabled, keeps the focus. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

const kinds: Readonly<Record<Kind, string>> = {
  plain: "",
  primary: " primary",
  ghost: " ghost",
  danger: " ghost danger",
};
const sizes = { small: " small", large: " large" } as const;

export function Button({ kind = "plain", size, keys, isBusy = false, children, className = "", ...rest }: ButtonProps) {
  const sized = size === undefined ? "" : sizes[size];
  const busy = isBusy ? ({ "aria-disabled": true, onClick: undefined } as const) : {};
  return (
    <button type="button" {...rest} {...busy} className={`button${kinds[kind]}${sized} ${className}`}>
      {children}
      {keys === undefined ? null : <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its name, and its tooltip. */
  readonly label: string;
  readonly keys?: string;
  readonly size?: "small";
  readonly children: ReactNode;
}

export function IconButton({ label, keys, size, children, className = "", ...rest }: IconButtonProps) {
  const small = size === undefined ? "" : " small";
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      data-tip-keys={keys}
      {...rest}
      className={`button ghost icon-only${small} ${className}`}
    >
      {children}
    </button>
  );
}
