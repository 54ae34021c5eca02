export { type Exported, exportData } from "./export.ts";
export { type Imported, importData, NotEmpty } from "./import.ts";
export { type Migrated, migrateData } from "./migrate.ts";
