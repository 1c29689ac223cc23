import { Autocomplete, Button, Checkbox, FileInput, Group, Radio, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { Card } from '#ui/card.tsx'
import { NewAddressImport, NewImport } from '../import-run.ts'
import { importFromAddress, nightlyList, sendImport, sourceList } from './import-calls.ts'
import classes from './imports.module.css'

const ACCEPTED = '.zip,.csv,.json,.ndjson,.jsonl'
type Errors = Partial<Record<'sourceName' | 'files' | 'address', string>>

/** The first error of each field; those of a single file belong to all of them. */
function errorsOf(issues: { path: string; message: string }[]): Errors {
  const errorAt = (field: string) => issues.find(({ path }) => path === field || path.startsWith(`${field}.`))
  const [sourceName, files, address] = [errorAt('sourceName'), errorAt('files'), errorAt('address')]
  return {
    ...(sourceName ? { sourceName: errorText(sourceName.message, 'imports') } : {}),
    ...(files ? { files: errorText(files.message, 'imports') } : {}),
    ...(address ? { address: errorText(address.message, 'imports') } : {}),
  }
}

/** Whether a source is wanted every night. Untouched, the box shows its schedule, and leaves it as it is. */
function useNightlyBox(sourceName: string) {
  const [chosen, setNightly] = useState<boolean | null>(null)
  const nightly = useQuery(nightlyList)
  const isScheduled = nightly.data?.some((source) => source.sourceName === sourceName.trim()) ?? false
  return {
    isNightly: chosen ?? (isScheduled || undefined),
    setNightly,
    /** Unchecking the box for one source says nothing about another. */
    forgetUnchecked: () => setNightly((now) => now || null),
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
  const [way, setWay] = useState<'files' | 'address'>('files')
  const [address, setAddress] = useState('')
  const { isNightly, setNightly, forgetUnchecked } = useNightlyBox(sourceName)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const showErrors = (found: Errors) => {
    setErrors(found)
    if (Object.keys(found).length) focusFirstMistake(form.current)
  }
  const [sent, setSent] = useState(0)
  const send = useMutation({
    mutationFn: () =>
      way === 'files'
        ? sendImport(sourceName.trim(), files, setSent)
        : importFromAddress({ sourceName, address, isNightly }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['import'] }),
    onError: (error) => {
      if (error instanceof ApiError && error.errors.length) return showErrors(errorsOf(error.errors))
      const isRunning = error instanceof ApiError && error.code === 'import-running'
      showErrors({ [way]: t(isRunning ? 'new.running' : 'new.failed') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const read =
      way === 'files'
        ? NewImport.safeParse({ sourceName, files: files.map(({ name, size }) => ({ name, size })) })
        : NewAddressImport.safeParse({ sourceName, address, isNightly })
    const found = read.success
      ? {}
      : errorsOf(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
    if (!sourceName.trim()) found.sourceName = t('platform:form.required')
    if (way === 'address' && !address.trim()) found.address = t('platform:form.required')
    showErrors(found)
    // Only while this screen is shown: whoever went on to another one stays there.
    if (!Object.keys(found).length) send.mutate(undefined, { onSuccess: ({ id }) => navigate(`/admin/imports/${id}`) })
  }
  return (
    <Card labelledBy="new-import" className={classes.new ?? ''}>
      <h2 id="new-import">{t('new.title')}</h2>
      <form ref={form} onSubmit={submit} noValidate className={classes.section}>
        <Radio.Group label={t('new.way')} value={way} onChange={(next) => setWay(next as typeof way)}>
          <Group gap="lg">
            <Radio value="files" label={t('new.files')} />
            <Radio value="address" label={t('new.address')} />
          </Group>
        </Radio.Group>
        <div className={classes.pair}>
          <Autocomplete
            label={t('new.source')}
            description={t('new.sourceHelp')}
            data={sources.data ?? []}
            maxLength={100}
            limit={20}
            required
            value={sourceName}
            onChange={(name) => {
              setSourceName(name)
              forgetUnchecked()
            }}
            error={errors.sourceName}
          />
          {way === 'files' ? (
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
          ) : (
            <TextInput
              type="url"
              label={t('new.address')}
              description={t('new.addressHelp')}
              maxLength={500}
              required
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              error={errors.address}
            />
          )}
        </div>
        {way === 'address' && (
          <Checkbox
            label={t('new.nightly')}
            description={t('new.nightlyHelp')}
            checked={isNightly ?? false}
            onChange={(event) => setNightly(event.currentTarget.checked)}
          />
        )}
        <div className={classes.line}>
          <Button type="submit" loading={send.isPending}>
            {t(way === 'files' ? 'new.submit' : 'new.submitAddress')}
          </Button>
          {send.isPending && way === 'files' && (
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
