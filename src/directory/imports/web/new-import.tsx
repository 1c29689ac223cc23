import { Autocomplete, Button, FileInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { Card } from '#ui/card.tsx'
import { NewImport } from '../import-run.ts'
import { sendImport, sourceList } from './import-calls.ts'
import classes from './imports.module.css'

const ACCEPTED = '.zip,.csv,.json,.ndjson,.jsonl'
type Errors = Partial<Record<'sourceName' | 'files', string>>

/** The first error of each of the two fields; those of a single file belong to all of them. */
function errorsOf(issues: { path: string; message: string }[]): Errors {
  const errorAt = (field: string) => issues.find(({ path }) => path === field || path.startsWith(`${field}.`))
  const [sourceName, files] = [errorAt('sourceName'), errorAt('files')]
  return {
    ...(sourceName ? { sourceName: errorText(sourceName.message, 'imports') } : {}),
    ...(files ? { files: errorText(files.message, 'imports') } : {}),
  }
}

/** Names a source, sends its files, and opens their dry run. */
export function NewImportForm() {
  const { t } = useTranslation(['imports', 'platform'])
  const client = useQueryClient()
  const navigate = useNavigate()
  const sources = useQuery(sourceList)
  const [sourceName, setSourceName] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [errors, setErrors] = useState<Errors>({})
  const [sent, setSent] = useState(0)
  const send = useMutation({
    mutationFn: () => sendImport(sourceName.trim(), files, setSent),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['import'] })
      await navigate(`/admin/imports/${id}`)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.errors.length) return setErrors(errorsOf(error.errors))
      const isRunning = error instanceof ApiError && error.code === 'import-running'
      setErrors({ files: t(isRunning ? 'new.running' : 'new.failed') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const read = NewImport.safeParse({ sourceName, files: files.map(({ name, size }) => ({ name, size })) })
    const found = read.success
      ? {}
      : errorsOf(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
    if (!sourceName.trim()) found.sourceName = t('platform:form.required')
    setErrors(found)
    if (!Object.keys(found).length) send.mutate()
  }
  return (
    <Card labelledBy="new-import" className={classes.new ?? ''}>
      <h2 id="new-import">{t('new.title')}</h2>
      <form onSubmit={submit} noValidate className={classes.section}>
        <div className={classes.pair}>
          <Autocomplete
            label={t('new.source')}
            description={t('new.sourceHelp')}
            data={sources.data ?? []}
            maxLength={100}
            limit={20}
            required
            value={sourceName}
            onChange={setSourceName}
            error={errors.sourceName}
          />
          <FileInput
            label={t('new.files')}
            description={t('new.filesHelp')}
            placeholder={t('new.choose')}
            leftSection={<IconUpload size={18} aria-hidden />}
            accept={ACCEPTED}
            multiple
            required
            value={files}
            onChange={setFiles}
            error={errors.files}
          />
        </div>
        <div className={classes.line}>
          <Button type="submit" loading={send.isPending}>
            {t('new.submit')}
          </Button>
          {send.isPending && (
            <>
              <progress className={classes.bar} value={sent} aria-label={t('new.files')} />
              <p className={classes.soft}>{t('new.sending', { percent: Math.floor(sent * 100) })}</p>
            </>
          )}
        </div>
      </form>
    </Card>
  )
}
