/** An address in plain words; a full stop behind it is not of it. */
const address = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/;

/** Words of others whose addresses can be opened. */
export function LinkedText({ text, onOpen }: { readonly text: string; readonly onOpen: (address: string) => void }) {
  return text.split(address).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a
        key={`${String(index)}${part}`}
        className="link"
        href={part}
        onClick={(event) => {
          event.preventDefault();
          onOpen(part);
        }}
      >
        {part}
      </a>
    ),
  );
}
