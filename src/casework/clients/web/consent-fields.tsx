import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { needs } from '#directory/needs/need.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { NewConsent } from '../consent.ts'
import { ConsentProofFields } from './consent-proof-fields.tsx'
import classes from './contacts.module.css'
import { OrganizationsField } from './organizations-field.tsx'
import { useLabel } from './use-label.ts'

/** The terms of a consent, without how it is given. */
export const ConsentTermsForm = NewConsent.pick({ scope: true, needs: true, recipientIds: true, expiresOn: true })

/** With whom it is shared, and for what. */
export function ConsentTermsFields({ form }: { form: ContractForm<typeof ConsentTermsForm.shape> }) {
  const { t } = useTranslation(['clients', 'platform'])
  const label = useLabel()
  return (
    <>
      <div className={classes.whole}>
        <Field form={form} name="scope" description={t('consent.networkHelp')} />
      </div>
      {form.values.scope === 'organizations' && (
        <div className={classes.whole}>
          <OrganizationsField
            ids={form.values.recipientIds as string[]}
            error={form.errors.recipientIds}
            onChange={(ids) => form.set('recipientIds', ids)}
          />
        </div>
      )}
      <div className={classes.whole}>
        <MultiSelect
          name="needs"
          label={`${label('For these needs')} (${t('platform:form.optional')})`}
          description={t('consent.needsHelp')}
          data={needs.map((need) => ({ value: need, label: t(`needs:${need}`) }))}
          value={form.values.needs as string[]}
          error={form.errors.needs}
          onChange={(chosen) => form.set('needs', chosen)}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage={t('consent.noNeed')}
        />
      </div>
    </>
  )
}

/** What a person allows: with whom, for what, how and for how long. */
export function ConsentFields({ form }: { form: ContractForm<typeof NewConsent.shape> }) {
  const { t } = useTranslation('clients')
  return (
    <div className={classes.fields}>
      <ConsentTermsFields form={form} />
      <Field form={form} name="howGiven" />
      <Field
        form={form}
        name="givenOn"
        {...(form.values.howGiven === 'verbal' ? { description: t('consent.verbalHelp') } : {})}
      />
      <Field form={form} name="expiresOn" description={t('consent.expiresHelp')} />
      <ConsentProofFields form={form} />
    </div>
  )
}
