import { openApiDocument } from '../server/contract/openapi.ts'

/** Prints the emulated contract as an OpenAPI document, with the assumptions at their defaults: `node scripts/export-openapi.ts`. */
process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
