export declare const launchedVariable: string;
export declare function isNewEnough(version: string): boolean;
export declare function packagedNode(file: string | URL): string | null;
export declare function runOn(node: string, args: readonly string[]): void;
export declare function followLauncher(): void;
