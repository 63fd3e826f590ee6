import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Ajv } from 'ajv'
import { shown } from '../contract/shown.ts'
import { START_OPTIONS } from '../contract/start-options.ts'
import type { EmulatorHandle, WorldHandle } from '../index.ts'
import type { Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

const WORLD = { ...START_OPTIONS.world_id.schema, description: 'World to act on, default when left out' }

const schemaOf = ({ properties, required = [] }: Tool) => ({
  type: 'object' as const,
  properties: { ...properties, world: WORLD },
  required: [...required],
  additionalProperties: false,
})

/**
 * Serves the tools to an agent over standard input and output, by the Model Context Protocol, until the input ends. What a tool refuses is an
 * answer with `isError`, so that the agent reads why.
 */
export async function serveMcp(emulator: EmulatorHandle, version: string): Promise<void> {
  const ajv = new Ajv({ allErrors: true, strict: false })
  const tools = new Map(TOOLS.map(tool => [tool.name, { tool, isValid: ajv.compile(schemaOf(tool)) }]))
  const server = new Server({ name: 'ringback', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(tool => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: schemaOf(tool),
      annotations: {
        title: tool.title,
        readOnlyHint: tool.readOnly === true,
        destructiveHint: tool.destructive === true,
        openWorldHint: false,
      },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const found = tools.get(name)
    if (found === undefined)
      return failure(`There is no tool ${shown(name)}. There are ${[...tools.keys()].join(', ')}.`)
    if (!found.isValid(args)) return failure(`Arguments of ${name}: ${ajv.errorsText(found.isValid.errors)}.`)
    try {
      const world = await worldOf(emulator, found.tool, args)
      const { data, text } = await found.tool.run({ emulator, world, args })
      return { content: [{ type: 'text' as const, text }], structuredContent: data }
    } catch (error) {
      return failure(error instanceof Error ? error.message : String(error))
    }
  })
  const transport = new StdioServerTransport()
  const ended = new Promise<void>(resolve => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
  })
  await server.connect(transport)
  await ended
  await server.close()
}

const failure = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })

async function worldOf(
  emulator: EmulatorHandle,
  { opensWorld }: Tool,
  { world: id = 'default', fixture, clock }: { world?: string; fixture?: 'standard'; clock?: string },
): Promise<WorldHandle> {
  try {
    return await emulator.openWorld(id)
  } catch (error) {
    if (!opensWorld || (error as { status?: number }).status !== 404) throw error
    return emulator.createWorld({ world_id: id, fixture, clock })
  }
}
