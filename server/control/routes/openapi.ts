import { controlOpenApi } from '../openapi.ts'
import { type ControlRoute, fullPath, type ProcessRoute } from '../route.ts'

/** The route that describes the table which it stands in itself. */
export const openApiRoutes = (table: () => readonly ControlRoute[]): readonly ProcessRoute[] => [
  {
    scope: 'process',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This API as an OpenAPI 3.0 file',
    handle: ({ emulator }) => controlOpenApi(table(), { version: emulator.version, pathOf: fullPath }),
  },
]
