import { Button } from '@mantine/core'
import { IconCloud, IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { refreshUser } from '#platform/web/guards.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { mayChangeSignIn } from '#platform/web/session-user.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import classes from '#ui/entry-list.module.css'
import { StatusChip } from '#ui/status-chip.tsx'
import type { MyPasskeys } from '../passkey.ts'
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'

type Passkey = MyPasskeys['items'][number]
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null

/** The account's passkeys on the security page: list, add, rename, remove. */
export function PasskeySection() {
  const { t } = useTranslation('passkeys')
  const { passkeyOrigin } = configuration()
  const worksHere = passkeyOrigin === location.origin
  const [open, setOpen] = useState<Open>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: ['passkey'],
    queryFn: () => api.get<MyPasskeys>('/api/passkey/', { quiet: true }),
  })
  const close = async (changed: boolean) => {
    setOpen(null)
    if (!changed) return
    await refetch()
    // Whether the account has a passkey is known without a call when its session has ended.
    await refreshUser().catch(() => undefined)
  }
  const add = worksHere && 'PublicKeyCredential' in window && (
    <Button
      leftSection={<IconFingerprint aria-hidden="true" size={20} />}
      justify="flex-start"
      onClick={() => setOpen({ kind: 'add' })}
      disabled={!mayChangeSignIn()}
    >
      {t('add')}
    </Button>
  )
  return (
    <Card labelledBy="passkeys" className={classes.section ?? ''}>
      <h2 id="passkeys">{t('title')}</h2>
      <p className={classes.lead}>{t('lead')}</p>
      {!worksHere && <WhereTheyWork origin={passkeyOrigin} />}
      {worksHere && !add && <p className={classes.lead}>{t('unsupported')}</p>}
      {!data && isError && <NotLoaded onRetry={refetch} />}
      {data?.items.length === 0 && worksHere && (
        <EmptyState icon={<IconFingerprint aria-hidden="true" size={28} />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onOpen={(kind) => setOpen({ kind, passkey })} />
          ))}
        </ul>
      )}
      {add && <div>{add}</div>}
      {open?.kind === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.kind === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemovePasskeyDialog passkey={open.passkey} whyNot={data?.whyNotRemovable ?? null} onClose={close} />
      )}
    </Card>
  )
}

function WhereTheyWork({ origin }: { origin: string | null }) {
  const { t } = useTranslation('passkeys')
  const address = `${origin}${location.pathname}`
  return (
    <p className={classes.lead}>
      {origin ? t('elsewhere') : t('nowhere')} {origin && <a href={address}>{address}</a>}
    </p>
  )
}

function PasskeyItem({ passkey, onOpen }: { passkey: Passkey; onOpen: (kind: 'rename' | 'remove') => void }) {
  const { t } = useTranslation('passkeys')
  const { name, isSynced, createdOn, lastUsedOn } = passkey
  const used = lastUsedOn ? t('used', { when: timeInWords(lastUsedOn) }) : t('unused')
  return (
    <li className={classes.item}>
      <div className={classes.facts}>
        <span className={classes.name}>{name}</span>
        <span>
          <StatusChip
            tone={isSynced ? 'sky' : 'stone'}
            icon={
              isSynced ? <IconCloud aria-hidden="true" size={16} /> : <IconDeviceMobile aria-hidden="true" size={16} />
            }
          >
            {t(isSynced ? 'synced' : 'bound')}
          </StatusChip>
        </span>
        <span className={classes.times}>
          {t('addedOn', { when: timeInWords(createdOn) })} · {used}
        </span>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-label={t('renameOf', { name })}
          onClick={() => onOpen('rename')}
          disabled={!mayChangeSignIn()}
        >
          {t('rename')}
        </Button>
        <Button
          variant="default"
          aria-label={t('removeOf', { name })}
          onClick={() => onOpen('remove')}
          disabled={!mayChangeSignIn()}
        >
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}
