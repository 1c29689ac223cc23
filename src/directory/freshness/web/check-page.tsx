import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { editorPath, useFieldWords } from '#directory/editing/web/editing-public.tsx'
import { ruleNames } from '#directory/eligibility/eligibility.ts'
import { fieldsOf } from '#directory/services/service-document.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { ActionLink } from '#ui/action.tsx'
import { Card } from '#ui/card.tsx'
import { MessagePage } from '#ui/message-page.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { CheckAnswer, CheckedService, CheckLink } from '../listing-check.ts'
import classes from './freshness.module.css'

const isGone = (error: unknown) => error instanceof ApiError && (error.status === 410 || error.status === 400)
const pathOf = (code: string) => `/api/listingCheck/link/${encodeURIComponent(code)}`

interface Loaded {
  code: string
  link: CheckLink | null
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const code = params.code ?? ''
  const link = await api.get<CheckLink>(pathOf(code), { quiet: true, signal }).catch((error) => {
    if (isGone(error)) return null
    throw error
  })
  return { code, link }
}

/** For the link of a mail. Opening it changes nothing; the button does. */
export function Screen() {
  const { code, link } = useLoaderData<Loaded>()
  const [done, setDone] = useState(0)
  const [isUsed, setUsed] = useState(false)
  const { t } = useTranslation('freshness')
  if (done)
    return (
      <MessagePage title={t('check.doneTitle')} text={t('check.done', { count: done })}>
        <ActionLink to="/" look="quiet">
          {t('check.signIn')}
        </ActionLink>
      </MessagePage>
    )
  if (!link || isUsed || link.state !== 'open') return <Closed state={isUsed ? 'used' : (link?.state ?? 'gone')} />
  if (link.services.every(({ isConfirmed }) => isConfirmed)) return <Closed state="all" />
  return <Ask code={code} link={link} onDone={setDone} onUsed={() => setUsed(true)} />
}

function Closed({ state }: { state: string }) {
  const { t } = useTranslation('freshness')
  return (
    <MessagePage title={t(`check.${state}Title`)} text={t(`check.${state}`)}>
      <ActionLink to="/">{t('check.signIn')}</ActionLink>
    </MessagePage>
  )
}

interface AskProps {
  code: string
  link: CheckLink
  onDone: (count: number) => void
  onUsed: () => void
}

function Ask({ code, link, onDone, onUsed }: AskProps) {
  const { t } = useTranslation('freshness')
  const { revalidate } = useRevalidator()
  const [left, setLeft] = useState<string[]>([])
  const [isSending, setSending] = useState(false)
  const open = link.services.filter(({ isConfirmed }) => !isConfirmed)
  const chosen = open.filter(({ id }) => !left.includes(id))
  const confirm = async () => {
    if (!chosen.length) return notify(t('check.nothing'), 'bad')
    setSending(true)
    const answer: CheckAnswer = { services: chosen.map(({ id, version }) => ({ id, version })) }
    try {
      await api.post(pathOf(code), answer, { quiet: true })
      onDone(chosen.length)
    } catch (error) {
      if (isGone(error)) return onUsed()
      const isStale = error instanceof ApiError && error.code === 'stale-version'
      if (isStale) await revalidate()
      notify(t(isStale ? 'check.meanwhile' : 'check.failed'), 'bad')
    } finally {
      setSending(false)
    }
  }
  return (
    <main id="content" className={classes.page}>
      <PageHeading
        title={t('check.title')}
        lead={t('check.lead', { organization: shownName(link.organizationName) })}
      />
      {open.length > 1 && <p className={classes.soft}>{t('check.choose')}</p>}
      <ul className={classes.list}>
        {link.services.map((service) => (
          <li key={service.id}>
            <ServiceRecord
              service={service}
              isChosen={chosen.includes(service)}
              isAlone={open.length === 1}
              onChoose={(isChosen) =>
                setLeft(isChosen ? left.filter((id) => id !== service.id) : [...left, service.id])
              }
            />
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button size="md" loading={isSending} onClick={() => void confirm()}>
          {t('check.confirm', { count: Math.max(1, chosen.length) })}
        </Button>
      </div>
    </main>
  )
}

/** What people ask about first. */
const shownFirst = ['phones', 'email', 'url', 'eligibilityDescription', 'applicationProcess', 'feesDescription']
const shownLater = [
  'minimumAge',
  'maximumAge',
  ...ruleNames,
  'categories',
  'cost',
  'costOptions',
  'requiredDocuments',
  'intake',
  'languages',
  'serviceAreas',
  'waitTime',
  'alert',
  'description',
]

interface ServiceRecordProps {
  service: CheckedService
  isChosen: boolean
  isAlone: boolean
  onChoose: (isChosen: boolean) => void
}

/** What the directory says about one service. */
function ServiceRecord({ service, isChosen, isAlone, onChoose }: ServiceRecordProps) {
  const { t } = useTranslation('freshness')
  const { labelOf, valueText } = useFieldWords({ kind: 'service', places: service.places })
  const values = fieldsOf(service.values)
  const hours = Object.keys(values).filter((field) => field.startsWith('hours:'))
  const places = service.places.map((place) => [place.name, place.address].filter(Boolean).join(', '))
  const rows = [
    [t('check.places'), places.filter(Boolean).join('\n') || '—'],
    ...[...hours, ...shownFirst, ...shownLater].map((field) => [labelOf(field), valueText(field, values[field])]),
  ]
  const { name } = service.values
  return (
    <Card labelledBy={`service-${service.id}`} className={classes.item ?? ''}>
      <h2 id={`service-${service.id}`}>{name}</h2>
      <dl className={classes.facts}>
        {rows
          .filter(([, text]) => text !== '—')
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <div className={classes.line}>
        {service.isConfirmed && <p className={classes.soft}>{t('check.confirmed')}</p>}
        {!service.isConfirmed && !isAlone && (
          <Checkbox
            label={t('check.stillCorrect', { service: name })}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        <Link to={editorPath({ kind: 'service', id: service.id })} aria-label={t('check.changeFor', { service: name })}>
          {t('check.change')}
        </Link>
      </div>
    </Card>
  )
}
