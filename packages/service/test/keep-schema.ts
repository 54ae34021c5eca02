// `npm run keep:schema`: keeps a small database of the newest schema, which later versions must be able to bring up to date.
import { keepSchema } from "./kept-schemas.ts";

console.log(`${await keepSchema()} is written.`);
