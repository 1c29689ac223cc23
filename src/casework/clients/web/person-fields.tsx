import { useTranslation } from 'react-i18next'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { Card } from '#ui/card.tsx'
import classes from './contacts.module.css'
import { languageChoices } from './languages.ts'
import type { PersonForm } from './person-form.ts'
import { PhonesField } from './phones-field.tsx'

/** A person's name and contact data. Browser autofill is off: it would fill in the caseworker's own address. */
export function PersonFields({ form }: { form: ContractForm<typeof PersonForm.shape> }) {
  const { t } = useTranslation('clients')
  return (
    <>
      <Card labelledBy="person-who">
        <h2 id="person-who">{t('form.who')}</h2>
        <div className={classes.fields}>
          <Field form={form} name="firstName" autoComplete="off" />
          <Field form={form} name="lastName" autoComplete="off" />
          <Field form={form} name="birthDate" autoComplete="off" />
          <Field form={form} name="language" choices={languageChoices(form.values.language as string)} />
        </div>
      </Card>
      <Card labelledBy="person-reach">
        <h2 id="person-reach">{t('form.reach')}</h2>
        <div className={classes.fields}>
          <PhonesField form={form} />
          <Field form={form} name="email" autoComplete="off" />
          <Field form={form} name="address1" autoComplete="off" />
          <Field form={form} name="address2" autoComplete="off" />
          <Field form={form} name="city" autoComplete="off" />
          <Field form={form} name="stateProvince" autoComplete="off" />
          <Field form={form} name="postalCode" autoComplete="off" />
          <div className={classes.whole}>
            <Field form={form} name="note" description={t('form.noteHelp')} />
          </div>
        </div>
      </Card>
    </>
  )
}
