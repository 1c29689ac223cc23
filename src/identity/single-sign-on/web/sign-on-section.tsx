import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ApiError, api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { notify } from '#platform/web/notify.ts'
import { mayChangeSignIn } from '#platform/web/session-user.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import classes from '#ui/entry-list.module.css'
import type { Elsewhere, LinkedIdentities } from '../sign-on.ts'
import { UnlinkDialog } from './unlink-dialog.tsx'

type Identity = LinkedIdentities['items'][number]

const outcomes = ['linked', 'taken', 'other', 'cancelled', 'unreachable']

/** Shows the result of the provider's redirect once, and removes it from the URL. */
function useOutcome() {
  const { t } = useTranslation('single-sign-on')
  const [query, setQuery] = useSearchParams()
  const outcome = query.get('signOn')
  useEffect(() => {
    if (!outcome) return
    const known = outcomes.includes(outcome) ? outcome : 'failed'
    notify(t(`section.outcome.${known}`), outcome === 'linked' ? 'good' : 'bad')
    setQuery({}, { replace: true })
  }, [outcome, t, setQuery])
}

/** The account's linked identities, on the security page; only with single sign-on. */
export function SignOnSection() {
  const provider = configuration().signOnName
  return provider ? <Identities provider={provider} /> : null
}

function Identities({ provider }: { provider: string }) {
  const { t } = useTranslation(['single-sign-on', 'platform'])
  useOutcome()
  const [leaving, setLeaving] = useState<Identity | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: ['signOn'],
    queryFn: () => api.get<LinkedIdentities>('/api/singleSignOn/identity', { quiet: true }),
  })
  const link = async () => {
    setBusy(true)
    try {
      const { url } = await api.post<Elsewhere>('/api/singleSignOn/link', undefined, { quiet: true })
      if (url) location.assign(url)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError && error.status === 401)) notify(t('section.outcome.unreachable'), 'bad')
    }
  }
  const close = async (changed: boolean) => {
    setLeaving(null)
    if (changed) await refetch()
  }
  return (
    <Card labelledBy="sign-on" className={classes.section ?? ''}>
      <h2 id="sign-on">{t('section.title')}</h2>
      <p className={classes.lead}>{t('section.lead', { provider })}</p>
      {!data && isError && <NotLoaded onRetry={refetch} />}
      {data?.items.length === 0 && <p className={classes.lead}>{t('section.empty')}</p>}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((identity) => (
            <IdentityItem key={identity.id} identity={identity} onUnlink={() => setLeaving(identity)} />
          ))}
        </ul>
      )}
      <div>
        <Button
          leftSection={<IconLink aria-hidden="true" size={20} />}
          loading={isBusy}
          disabled={!mayChangeSignIn()}
          onClick={link}
        >
          {t('section.link', { provider })}
        </Button>
      </div>
      {leaving && <UnlinkDialog identity={leaving} mayUnlink={data?.mayUnlink ?? false} onClose={close} />}
    </Card>
  )
}

function IdentityItem({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) {
  const { t } = useTranslation('single-sign-on')
  const name = identity.label ?? t('section.unnamed')
  const { issuer, linkedOn, lastUsedOn } = identity
  return (
    <li className={classes.item}>
      <div className={classes.facts}>
        <span className={classes.name}>{name}</span>
        <span className={classes.times}>{issuer}</span>
        <span className={classes.times}>
          {t('section.linkedOn', { when: timeInWords(linkedOn) })}
          {lastUsedOn && ` · ${t('section.used', { when: timeInWords(lastUsedOn) })}`}
        </span>
      </div>
      <Button
        variant="default"
        aria-label={t('section.unlinkOf', { name })}
        onClick={onUnlink}
        disabled={!mayChangeSignIn()}
      >
        {t('section.unlink')}
      </Button>
    </li>
  )
}
