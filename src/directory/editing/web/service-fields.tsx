import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type ContactLine,
  type CostLine,
  contactsField,
  hoursField,
  type ServicePhone,
  type ServiceValues,
} from '#directory/services/service-document.ts'
import { languageName, listLanguages } from '#directory/services/web/service-view-public.tsx'
import { unknownWeek } from '#directory/services/week-hours.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { Card } from '#ui/card.tsx'
import type { EditedListing, EditedService } from '../listing-editing.ts'
import { AreasField } from './areas-field.tsx'
import { CategoriesField } from './categories-field.tsx'
import { ContactsField } from './contacts-field.tsx'
import classes from './editing.module.css'
import { EligibilityFields } from './eligibility-fields.tsx'
import { useFieldStates, useFieldWords } from './field-words.ts'
import { HoursGrid } from './hours-grid.tsx'
import { IntakeField } from './intake-field.tsx'
import { CostsField, DocumentsField } from './lines-fields.tsx'
import { PhonesField } from './phones-field.tsx'
import { PlacesField } from './places-field.tsx'
import { ProgramField } from './programs-field.tsx'
import { shownHours, shownPeople } from './use-listing-form.ts'

interface ServiceFieldsProps {
  service: EditedService
  form: ContractForm
}

/** All fields of a service; what changes most often comes first. */
export function ServiceFields({ service, form }: ServiceFieldsProps) {
  const { t } = useTranslation('editing')
  const stateOf = useFieldStates(service.fields)
  const { values } = form
  /** Who edited or confirmed the field, below its label. */
  const told = (name: string) => {
    const state = stateOf(name)
    return state ? { description: state } : {}
  }
  const languages = values.languages as string[]
  const offered = listLanguages()
  const others = languages.filter((name) => !offered.some(({ value }) => value === name))
  return (
    <>
      <Card labelledBy="part-hours">
        <h2 id="part-hours">{t('part.hours')}</h2>
        <HoursFields listing={service} form={form} />
      </Card>
      <Card labelledBy="part-intake">
        <h2 id="part-intake">{t('part.intake')}</h2>
        <IntakeField form={form} state={stateOf('intake')} />
      </Card>
      <Card labelledBy="part-contact">
        <h2 id="part-contact">{t('part.contact')}</h2>
        <div className={classes.fields}>
          <PhonesField
            phones={values.phones as ServicePhone[]}
            state={stateOf('phones')}
            none={t('phones.none')}
            errors={form.errors}
            onChange={(phones) => form.set('phones', phones)}
          />
          <Field form={form} name="email" {...told('email')} />
          <Field form={form} name="url" {...told('url')} />
          <ContactsField
            contacts={values.contacts as ContactLine[]}
            state={stateOf('contacts')}
            errors={form.errors}
            onChange={(contacts) => form.set('contacts', contacts)}
          />
        </div>
      </Card>
      <Card labelledBy="part-places">
        <h2 id="part-places">{t('part.places')}</h2>
        <div className={classes.fields}>
          <PlacesField service={service} form={form} state={stateOf('locationIds')} />
          <PeopleAtPlaces service={service} form={form} />
        </div>
      </Card>
      <Card labelledBy="part-about">
        <h2 id="part-about">{t('part.about')}</h2>
        <div className={classes.fields}>
          <Field form={form} name="name" {...told('name')} />
          <Field form={form} name="alternateName" {...told('alternateName')} />
          <ProgramField service={service} form={form} state={stateOf('programId')} />
          <Field form={form} name="description" {...told('description')} />
          <Field form={form} name="alert" {...told('alert')} />
        </div>
      </Card>
      <Card labelledBy="part-who">
        <h2 id="part-who">{t('part.who')}</h2>
        <div className={classes.fields}>
          <Field form={form} name="eligibilityDescription" {...told('eligibilityDescription')} />
          <div className={classes.pair}>
            <Field form={form} name="minimumAge" {...told('minimumAge')} />
            <Field form={form} name="maximumAge" {...told('maximumAge')} />
          </div>
          <EligibilityFields form={form} readRules={service.readRules} stateOf={stateOf} />
          <MultiSelect
            label={t('field.languages')}
            {...told('languages')}
            searchable
            size="md"
            data={[...offered, ...others.map((value) => ({ value, label: languageName(value) }))]}
            value={languages}
            onChange={(names) => form.set('languages', names)}
            nothingFoundMessage={t('languages.none')}
            checkIconPosition="right"
          />
          <Field form={form} name="interpretationServices" {...told('interpretationServices')} />
        </div>
      </Card>
      <Card labelledBy="part-areas">
        <h2 id="part-areas">{t('part.areas')}</h2>
        <AreasField form={form} state={stateOf('serviceAreas')} />
      </Card>
      <Card labelledBy="part-apply">
        <h2 id="part-apply">{t('part.apply')}</h2>
        <div className={classes.fields}>
          <Field form={form} name="applicationProcess" {...told('applicationProcess')} />
          <DocumentsField
            lines={values.requiredDocuments as string[]}
            state={stateOf('requiredDocuments')}
            errors={form.errors}
            onChange={(documents) => form.set('requiredDocuments', documents)}
          />
          <Field form={form} name="waitTime" {...told('waitTime')} />
          <Field form={form} name="status" required {...told('status')} />
        </div>
      </Card>
      <Card labelledBy="part-cost">
        <h2 id="part-cost">{t('part.cost')}</h2>
        <div className={classes.fields}>
          <Field form={form} name="cost" {...told('cost')} />
          <Field form={form} name="feesDescription" {...told('feesDescription')} />
          <CostsField
            lines={values.costOptions as CostLine[]}
            state={stateOf('costOptions')}
            errors={form.errors}
            onChange={(lines) => form.set('costOptions', lines)}
          />
        </div>
      </Card>
      <Card labelledBy="part-categories">
        <h2 id="part-categories">{t('part.categories')}</h2>
        <CategoriesField form={form} state={stateOf('categories')} />
      </Card>
    </>
  )
}

/** Whom to ask for at each place, besides those of the whole service. */
function PeopleAtPlaces({ service, form }: ServiceFieldsProps) {
  const stateOf = useFieldStates(service.fields)
  const { labelOf } = useFieldWords(service)
  const contactsAt = form.values.contactsAt as ServiceValues['contactsAt']
  return Object.entries(shownPeople(form.values)).map(([locationId, people]) => (
    <ContactsField
      key={locationId}
      contacts={people}
      path={`contactsAt.${locationId}`}
      label={labelOf(contactsField(locationId))}
      state={stateOf(contactsField(locationId))}
      errors={form.errors}
      onChange={(next) => form.set('contactsAt', { ...contactsAt, [locationId]: next })}
    />
  ))
}

/** A grid for each place, or one for a service without a place. */
export function HoursFields({ listing, form }: { listing: EditedListing; form: ContractForm }) {
  const stateOf = useFieldStates(listing.fields)
  const { labelOf } = useFieldWords(listing)
  const hours = form.values.hours as ServiceValues['hours']
  return Object.entries(shownHours(form.values)).map(([key, week = unknownWeek()]) => {
    const field = hoursField(key)
    const name = `hours.${key}`
    const errors = Object.entries(form.errors).flatMap(([path, text]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), text]] : [],
    )
    return (
      <HoursGrid
        key={key}
        name={name}
        label={labelOf(field)}
        state={stateOf(field)}
        hours={week}
        specialDays={listing.places.find(({ id }) => id === key)?.specialDays ?? []}
        errors={Object.fromEntries(errors)}
        onChange={(next) => form.set('hours', { ...hours, [key]: next })}
      />
    )
  })
}
