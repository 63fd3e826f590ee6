import { controlOpenApi } from '../openapi.ts'
import { type ControlRoute, fullPath, type ProcessRoute } from '../route.ts'

/** The route that describes the table it is in. */
export const openApiRoutes = (table: () => readonly ControlRoute[]): readonly ProcessRoute[] => [
  {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get this API as OpenAPI 3.0',
    handle: ({ emulator }) => controlOpenApi(table(), { version: emulator.version, pathOf: fullPath }),
  },
]
