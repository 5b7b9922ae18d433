import { useEffect, useState } from "react";

/** An address of this page for bytes, for as long as they are shown; null until it is made. */
export function useBlobAddress(bytes: Blob | null): string | null {
  const [made, setMade] = useState<{ readonly bytes: Blob; readonly address: string } | null>(null);
  useEffect(() => {
    if (bytes === null) return;
    const address = URL.createObjectURL(bytes);
    setMade({ bytes, address });
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return made !== null && made.bytes === bytes ? made.address : null;
}
