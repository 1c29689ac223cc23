import { Button } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { use, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FactList } from '#casework/clients/web/own-parts-public.tsx'
import { OwnSafeContact } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { Card } from '#ui/card.tsx'
import type { OwnRecord } from '../own-record.ts'
import { CorrectionDialog } from './correction-dialog.tsx'
import { CorrectionLines } from './correction-lines.tsx'
import { OwnActsContext } from './own-acts.ts'
import { OwnConsents } from './own-consents.tsx'
import classes from './own-record.module.css'
import { OwnReferrals } from './own-referrals.tsx'

/** What one organization has on record about the person, and what they can do about it. */
export function RecordSection({ record }: { record: OwnRecord }) {
  const { t } = useTranslation('own-record')
  const id = useId()
  return (
    <section className={classes.record} aria-labelledby={id}>
      <h2 id={id}>{t('record.title', { organization: shownName(record.organizationName) })}</h2>
      <div className={classes.cards}>
        <OwnReferrals record={record} />
        <OwnConsents record={record} />
        <OwnFacts record={record} />
      </div>
    </section>
  )
}

function OwnFacts({ record }: { record: OwnRecord }) {
  const { t, i18n } = useTranslation('own-record')
  const [isAsking, setAsking] = useState(false)
  const id = useId()
  const { hasAccount } = use(OwnActsContext)
  const { contactId, person, phones, safeContact, corrections } = record
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  return (
    <Card labelledBy={id} className={classes.card ?? ''}>
      <h3 id={id}>{t('facts.title')}</h3>
      <p>
        <strong>{`${person.firstName} ${person.lastName}`}</strong>
      </p>
      <FactList contact={{ ...person, phones, safeContact }} />
      <OwnSafeContact rules={safeContact} />
      <CorrectionLines corrections={corrections} />
      <div className={classes.acts}>
        <Button variant="light" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('correction.ask')}
        </Button>
        {hasAccount && (
          <>
            <Button
              variant="default"
              component="a"
              href={`/api/contact/${contactId}/export?format=pdf&language=${language}`}
              download
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t('facts.copy')}
            </Button>
            <Button
              variant="default"
              component={Link}
              to="/myAccount/myRecord"
              leftSection={<IconEye size={18} aria-hidden />}
            >
              {t('facts.seen')}
            </Button>
          </>
        )}
      </div>
      {isAsking && <CorrectionDialog record={record} onClose={() => setAsking(false)} />}
    </Card>
  )
}
