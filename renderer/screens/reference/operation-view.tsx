import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { JsonValue } from '../../components/json-view.tsx'
import { Method } from '../../components/request-text.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import type { OpenApiFile, OpenApiResponse, Operation } from '../../data/openapi.ts'
import { contractText } from '../../i18n/said.ts'
import { Placed, usePlaced } from './place.tsx'
import classes from './reference.module.css'
import { answerParts, parameterRow, schemaRows } from './schema-rows.ts'
import { Assumed, SchemaTable } from './schema-table.tsx'

function Response({ status, response, file }: { status: string; response: OpenApiResponse; file: OpenApiFile }) {
  const { t } = useTranslation()
  const { description, assumptions, fields, codes, examples, headers } = answerParts(response, file)
  return (
    <details className={classes.answer} open={status.startsWith('2')}>
      <summary {...usePlaced(status)}>
        <span className={classes.answer_codes}>
          {(codes.length === 0 ? [null] : codes).map(code => (
            <HttpStatus key={code} status={Number(status)} code={code} />
          ))}
        </span>
        <span className={classes.answer_text}>{contractText(t, description)}</span>
      </summary>
      <div className={classes.answer_body}>
        <Assumed ids={assumptions} />
        {fields.length > 0 && (
          <SchemaTable label={t('reference.fields_of', { status })} rows={fields} place={`${status}/field/`} />
        )}
        {examples.map(([name, { value }]) => (
          <Placed key={name} place={`${status}/code/${name}`} className={classes.example}>
            <JsonValue value={value} label={t('reference.example_of', { status: `${status} ${name}`.trim() })} />
          </Placed>
        ))}
        {headers.length > 0 && (
          <details>
            <summary className="dim">{t('reference.headers', { count: headers.length })}</summary>
            <SchemaTable label={t('reference.headers_of', { status })} rows={headers} place={`${status}/header/`} />
          </details>
        )}
      </div>
    </details>
  )
}

/** A part of what is said of an entry. */
export function Part({ title, isAnswers, children }: { title: string; isAnswers?: true; children: React.ReactNode }) {
  return (
    <section className={classes.part} data-answers={isAnswers} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Which endpoint it is and what it needs. */
export function OperationHead({ operation, file }: { operation: Operation; file: OpenApiFile }) {
  const { t } = useTranslation()
  const { method, path, summary } = operation
  const license = operation['x-license']
  return (
    <header className={classes.operation}>
      <h2>
        <Method method={method} /> <span className="mono">{path}</span>
        <CopyButton text={`${file.servers[0]?.url ?? ''}${path}`} what={t('requests.path')} />
      </h2>
      <p>{contractText(t, summary)}</p>
      <div className={classes.needs}>
        <Badge tone="quiet" icon="tenants">
          {t('reference.needs_scope', { scope: operation['x-scope'] })}
        </Badge>
        {license && (
          <Badge tone="warn" icon="limits">
            {t('reference.needs_license', { license })}
          </Badge>
        )}
      </div>
    </header>
  )
}

/** What an endpoint takes and answers, as the contract's OpenAPI file has it. */
export function OperationParts({ operation, file }: { operation: Operation; file: OpenApiFile }) {
  const { t } = useTranslation()
  const { parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  return (
    <>
      {parameters.length > 0 && (
        <Part title={t('reference.parameters')}>
          <SchemaTable label={t('reference.parameters')} rows={parameters.map(parameterRow)} place="parameter/" />
        </Part>
      )}
      {body && (
        <Part title={t('reference.body')}>
          <SchemaTable label={t('reference.body')} rows={schemaRows(body.schema, file)} place="body/" />
        </Part>
      )}
      <Part title={t('reference.answers')} isAnswers>
        {Object.entries(responses).map(([status, response]) => (
          <Response key={status} status={status} response={response} file={file} />
        ))}
      </Part>
    </>
  )
}
