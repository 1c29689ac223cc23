import { Button } from '@mantine/core'
import { IconArrowBackUp, IconChevronLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { ListingChange } from '#directory/listings/listing-change.ts'
import { fieldsOf } from '#directory/services/service-document.ts'
import { notify } from '#platform/web/notify.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type EditedService, isSameValue, type ServiceHistory } from '../service-editing.ts'
import classes from './editing.module.css'
import { useFieldWords } from './field-words.ts'
import { getEditedService, listHistory, restoreService, tellRefusal } from './service-calls.ts'

interface Loaded {
  service: EditedService
  history: ServiceHistory
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const id = params.serviceId ?? ''
  const [service, history] = await Promise.all([getEditedService(id, { signal }), listHistory(id, null, { signal })])
  return { service, history }
}

/** All values at an earlier version: the present ones without what changed later. @param changes newest first */
const valuesAt = (service: EditedService, changes: ListingChange[], version: number): Record<string, unknown> =>
  Object.assign(
    { ...fieldsOf(service.values) },
    ...changes.filter((change) => change.version > version).map(({ before }) => before),
  )

/** Who changed a service, when, and what; any earlier version can be shown and restored. */
export function Screen() {
  const { t } = useTranslation(['editing', 'platform'])
  const { service, history } = useLoaderData<Loaded>()
  const { revalidate } = useRevalidator()
  const [more, setMore] = useState<ServiceHistory | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [shown, setShown] = useState<number | null>(null)
  const { items, nextCursor } = more ?? history
  const showMore = async () => {
    setLoading(true)
    try {
      const next = await listHistory(service.id, nextCursor)
      setMore({ items: [...items, ...next.items], nextCursor: next.nextCursor })
    } catch {
      notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setLoading(false)
    }
  }
  const startAgain = () => {
    setShown(null)
    setMore(null)
    void revalidate()
  }
  const first = items.at(-1)
  return (
    <div className={classes.page}>
      <p className={classes.crumb}>
        <Link to={`/organization/listing/${service.id}`}>
          <IconChevronLeft size={18} aria-hidden /> {service.values.name}
        </Link>
      </p>
      <PageHeading title={t('history.title')} lead={t('history.lead')} />
      {items.length === 0 && <EmptyState title={t('history.emptyTitle')}>{t('history.emptyText')}</EmptyState>}
      <ol className={classes.history}>
        {items.map((change, at) => (
          <li key={change.version}>
            <Change change={change} service={service} {...(at > 0 ? { onShow: () => setShown(change.version) } : {})} />
          </li>
        ))}
      </ol>
      {nextCursor && (
        <Button variant="default" loading={isLoading} onClick={showMore}>
          {t('history.more')}
        </Button>
      )}
      {first && !nextCursor && first.cause !== 'added' && (
        <Button variant="default" className={classes.first ?? ''} onClick={() => setShown(first.version - 1)}>
          {t('history.first')}
        </Button>
      )}
      {shown !== null && (
        <VersionDialog
          service={service}
          version={shown}
          values={valuesAt(service, items, shown)}
          onClose={() => setShown(null)}
          onChanged={startAgain}
        />
      )}
    </div>
  )
}

interface ChangeProps {
  change: ListingChange
  service: EditedService
  onShow?: () => void
}

function Change({ change, service, onShow }: ChangeProps) {
  const { t } = useTranslation('editing')
  const { labelOf, valueText } = useFieldWords(service)
  const { version, changedOn, changedBy, cause, fields, before, after } = change
  const id = `change-${version}`
  return (
    <Card labelledBy={id}>
      <h2 id={id} className={classes.changeTitle}>
        {t(`history.cause.${cause}`, { name: changedBy })}
      </h2>
      <p className={classes.also}>
        <time dateTime={changedOn}>{timeInWords(changedOn)}</time> · {t('history.version', { version })}
      </p>
      {cause !== 'verification' && (
        <dl className={classes.values}>
          {fields.map((field) => (
            <div key={field}>
              <dt>{labelOf(field)}</dt>
              {cause !== 'added' && (
                <dd>
                  <span className={classes.which}>{t('history.before')}</span>
                  <span className={classes.value}>{valueText(field, before[field])}</span>
                </dd>
              )}
              <dd>
                <span className={classes.which}>{t('history.after')}</span>
                <span className={classes.value}>{valueText(field, after[field])}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {onShow && (
        <Button variant="default" onClick={onShow} aria-label={t('history.showVersion', { version })}>
          {t('history.show')}
        </Button>
      )}
    </Card>
  )
}

interface VersionDialogProps {
  service: EditedService
  version: number
  values: Record<string, unknown>
  onClose: () => void
  /** Somebody else changed the service meanwhile. */
  onChanged: () => void
}

/** What a service was at an earlier version; restoring it is another change. */
function VersionDialog({ service, version, values, onClose, onChanged }: VersionDialogProps) {
  const { t } = useTranslation(['editing', 'platform'])
  const { labelOf, valueText } = useFieldWords(service)
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  const present = fieldsOf(service.values)
  const fields = Object.keys(present)
  const isOther = (field: string) => !isSameValue(values[field], present[field])
  const restore = async () => {
    setSending(true)
    try {
      await restoreService(service.id, version, service.version)
      notify(t('history.restored', { version }))
      navigate(`/organization/listing/${service.id}`)
    } catch (error) {
      setSending(false)
      if (tellRefusal(error)) onChanged()
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('history.version', { version })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <dl className={classes.values}>
        {fields
          .filter((field) => isOther(field) || valueText(field, values[field]) !== t('field.empty'))
          .map((field) => (
            <div key={field} data-other={isOther(field) || undefined}>
              <dt>
                {labelOf(field)}
                {isOther(field) && <span className={classes.which}> {t('history.other')}</span>}
              </dt>
              <dd className={classes.value}>{valueText(field, values[field])}</dd>
            </div>
          ))}
      </dl>
      <Button
        loading={isSending}
        disabled={!fields.some(isOther)}
        leftSection={<IconArrowBackUp size={20} aria-hidden />}
        onClick={restore}
      >
        {t('history.restore')}
      </Button>
    </Dialog>
  )
}
