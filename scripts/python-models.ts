/**
 * `node scripts/python-models.ts`: writes the dataclasses of the Python plugin, one for each body that the control API takes, from its
 * OpenAPI document. A test runs it and expects no change.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { startEmulator } from '../server/index.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } }
}
interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
}

export const MODELS_FILE: string = path.join(import.meta.dirname, '../server/harness/python/ringback_pytest/models.py')

const TYPES: { readonly [type: string]: string } = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list[Any]',
  object: 'dict[str, Any]',
}

/** Reserved in Python: the field gets an underscore, which the body does not have. */
const RESERVED = new Set(['from', 'in', 'is', 'class', 'import', 'global', 'pass', 'not', 'or', 'and'])

/** The text of the module for an OpenAPI document of the control API. */
export function pythonModels(document: Document): string {
  const classes = Object.values(document.paths)
    .flatMap(methods => Object.values(methods))
    .flatMap(operation => {
      const schema = operation.requestBody?.content['application/json']?.schema
      return schema?.properties === undefined ? [] : [dataclassOf(operation, schema, schema.properties)]
    })
  return `"""Bodies of the control API. Made from its OpenAPI document by scripts/python-models.ts; do not edit."""

from __future__ import annotations

import dataclasses
from typing import Any


def as_body(model: Any) -> dict[str, Any]:
    """The JSON object of a body, without what was left out."""
    return {
        field.metadata.get("name", field.name): getattr(model, field.name)
        for field in dataclasses.fields(model)
        if getattr(model, field.name) is not None
    }


${classes.join('\n\n')}`
}

function dataclassOf(
  { operationId, summary }: Operation,
  { required = [] }: Schema,
  properties: NonNullable<Schema['properties']>,
): string {
  const name = operationId[0]?.toUpperCase() + operationId.slice(1)
  const rows = Object.entries(properties).map(([field, schema]) => fieldOf(field, schema, required.includes(field)))
  return `@dataclasses.dataclass(kw_only=True)
class ${name}:
    """${summary}."""

${rows
  .sort((one, other) => Number(other.needed) - Number(one.needed))
  .map(({ text }) => `    ${text}\n`)
  .join('')}`
}

function fieldOf(name: string, schema: Schema, needed: boolean) {
  const types = [schema.type ?? []].flat()
  const known =
    types.length === 0 ? 'Any' : types.map(type => (type === 'null' ? 'None' : (TYPES[type] ?? 'Any'))).join(' | ')
  const python = RESERVED.has(name) ? `${name}_` : name
  const metadata = python === name ? '' : `metadata={"name": "${name}"}`
  if (needed)
    return { needed, text: metadata ? `${python}: ${known} = dataclasses.field(${metadata})` : `${python}: ${known}` }
  const optional = known === 'Any' || known.includes('None') ? known : `${known} | None`
  return {
    needed,
    text: metadata
      ? `${python}: ${optional} = dataclasses.field(default=None, ${metadata})`
      : `${python}: ${optional} = None`,
  }
}

export async function readModels(): Promise<string> {
  await using emulator = await startEmulator({ port: 0, fixture: 'empty' })
  const response = await fetch(`${emulator.url}/control/openapi.json`)
  return pythonModels((await response.json()) as Document)
}

if (import.meta.main) writeFileSync(MODELS_FILE, await readModels())
