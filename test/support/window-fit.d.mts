export function findMisfits(): Promise<readonly string[]>;
export function countShifts(): void;
