export { useOpenAddress } from "../../state/use-open-address.ts";
