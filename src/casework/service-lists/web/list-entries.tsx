import { ActionIcon, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconHeartHandshake, IconMessageReport, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { StatusChip } from '#ui/status-chip.tsx'
import type { ListedService, ServiceList } from '../service-list.ts'
import { changeList, markUnsaved, removeFromList } from './list-calls.ts'
import classes from './service-lists.module.css'

const entriesOf = ({ services }: ServiceList) => services.map(({ serviceId, note }) => ({ serviceId, note }))

/** The services with one at another place; null if that one is not there. */
function moved(list: ServiceList, serviceId: string, by: -1 | 1) {
  const entries = entriesOf(list)
  const from = entries.findIndex((entry) => entry.serviceId === serviceId)
  if (from < 0) return null
  const [entry] = entries.splice(from, 1)
  if (entry) entries.splice(Math.max(0, from + by), 0, entry)
  return entries
}

/** The services with a note at one; null if that one is not there. */
const noted = (list: ServiceList, serviceId: string, note: string) =>
  list.services.some((service) => service.serviceId === serviceId)
    ? entriesOf(list).map((entry) => (entry.serviceId === serviceId ? { ...entry, note } : entry))
    : null

const partOf = (services: ReturnType<typeof entriesOf> | null) => services && { services }

/** The services of a list: order, note, and what readers said about each. */
export function ListEntries({ list }: { list: ServiceList }) {
  const { t } = useTranslation('service-lists')
  return (
    <>
      <p className={classes.hint}>{t('entry.noteHint')}</p>
      <ol className={classes.entries}>
        {list.services.map((service, index) => (
          <li key={service.serviceId}>
            <Entry
              list={list}
              service={service}
              number={index + 1}
              isFirst={index === 0}
              isLast={index === list.services.length - 1}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

interface EntryProps {
  list: ServiceList
  service: ListedService
  number: number
  isFirst: boolean
  isLast: boolean
}

function Entry({ list, service, number, isFirst, isLast }: EntryProps) {
  const { t } = useTranslation(['service-lists', 'platform'])
  const { serviceId, name } = service
  const onError = () => notify(t('platform:notice.wentWrong'), 'bad')
  const move = useMutation({
    mutationFn: (by: -1 | 1) => changeList(list.id, (now) => partOf(moved(now, serviceId, by))),
    onError,
  })
  const remove = useMutation({
    mutationFn: () => removeFromList(list.id, serviceId),
    // The button that had the focus was removed.
    onSuccess: () => document.getElementById('services')?.focus(),
  })
  const button = { variant: 'default', size: 44 } as const
  return (
    <article className={classes.entry} aria-labelledby={`entry-${serviceId}`}>
      <div className={classes.entryHead}>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <div>
          <h3 id={`entry-${serviceId}`}>
            <Link to={`/directory/service/${serviceId}`}>{name}</Link>
          </h3>
          {service.organizationName && <p className={classes.quiet}>{service.organizationName}</p>}
        </div>
        <div className={classes.order}>
          <ActionIcon
            {...button}
            disabled={isFirst}
            onClick={() => move.mutate(-1)}
            aria-label={t('entry.up', { service: name })}
          >
            <IconArrowUp size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            {...button}
            disabled={isLast}
            onClick={() => move.mutate(1)}
            aria-label={t('entry.down', { service: name })}
          >
            <IconArrowDown size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon {...button} onClick={() => remove.mutate()} aria-label={t('entry.remove', { service: name })}>
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      {!service.isListed && <p className={classes.warning}>{t('entry.notListed')}</p>}
      <Said service={service} />
      <Note list={list} service={service} />
    </article>
  )
}

/** What readers said. */
function Said({ service: { helpedCount, reports } }: { service: ListedService }) {
  const { t } = useTranslation('service-lists')
  return (
    <>
      {helpedCount > 0 && (
        <p>
          <StatusChip tone="leaf" icon={<IconHeartHandshake aria-hidden />}>
            {t('list.helped', { count: helpedCount })}
          </StatusChip>
        </p>
      )}
      {reports.map(({ topic, words, answeredOn }) => (
        <p key={`${topic} ${answeredOn}`} className={classes.report}>
          <StatusChip tone="amber" icon={<IconMessageReport aria-hidden />}>
            {t(`topic.${topic}`)}
          </StatusChip>{' '}
          {words && <q>{words}</q>} <small className={classes.quiet}>{timeInWords(answeredOn)}</small>
        </p>
      ))}
    </>
  )
}

const IDLE_MS = 800

/** A note for the person, saved when the typing pauses. */
function Note({ list, service: { serviceId, name, note } }: Pick<EntryProps, 'list' | 'service'>) {
  const { t } = useTranslation('service-lists')
  const [text, setText] = useState(note ?? '')
  const written = useRef(note ?? '')
  const latest = useRef<(typed: string) => Promise<unknown>>(async () => undefined)
  const save = useMutation({
    mutationFn: (typed: string) => changeList(list.id, (now) => partOf(noted(now, serviceId, typed))),
    onSuccess: () => markUnsaved(list.id, serviceId, null),
    onError: (_, typed) => markUnsaved(list.id, serviceId, () => latest.current(typed)),
  })
  const { mutate, mutateAsync } = save
  latest.current = mutateAsync
  useEffect(() => () => markUnsaved(list.id, serviceId, null), [list.id, serviceId])
  const keep = (typed: string) => {
    if (typed === written.current) return
    written.current = typed
    mutate(typed)
  }
  const idle = useRef(keep)
  idle.current = keep
  useEffect(() => {
    const timer = setTimeout(() => idle.current(text), IDLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const [problem] = save.error instanceof ApiError ? save.error.errors : []
  const error = save.isError && (problem ? errorText(problem.message, 'service-lists') : t('entry.noteFailed'))
  return (
    <Textarea
      label={t('entry.note')}
      aria-label={t('entry.noteFor', { service: name })}
      autosize
      minRows={1}
      maxLength={300}
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => keep(text)}
    />
  )
}
