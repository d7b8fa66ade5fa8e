import { defineQuery } from 'groq'
import {
  branch,
  calculator,
  faqEntry,
  figure,
  hasPicture,
  image,
  inLanguage,
  joinCard,
  keyFeature,
  link,
  richBlock,
  sharedImage,
  translated,
} from './fragments.ts'

/** The fields of each type of section. A new type of section is added here. */
const section = `
  _key,
  _type,
  _type == "heroSection" => {
    title,
    text,
    keyFact,
    placement,
    showButtons,
    startsApplication,
    figure{${figure}}
  },
  _type == "textSection" => {heading, body[]{${richBlock}}},
  _type == "pictureSection" => {caption, figure{${figure}}},
  _type == "quoteSection" => {heading, "quotes": coalesce(quotes[0...100]{_key, text, name, role}, [])},
  _type == "cardsSection" => {
    heading,
    "cards": coalesce(cards[0...100]{_key, title, text, label, ${link}, screen{${figure}}}, [])
  },
  _type == "stepsSection" => {heading, numbered, "steps": coalesce(steps[0...100]{${keyFeature}}, [])},
  _type == "logosSection" => {heading, "logos": coalesce(logos[0...100]{${figure}}, [])},
  _type == "proofSection" => {
    title, text, link, ${link}, label, business, note,
    "parts": coalesce(parts[0...100]{_key, title, text}, [])
  },
  _type == "comparisonSection" => {
    heading,
    "rows": coalesce(rows[0...100]{_key, "cells": coalesce(cells[0...100], [])}, [])
  },
  _type == "faqSection" => {heading, "entries": coalesce((entries[0...100][defined(@->_id)]->{${faqEntry}})[${inLanguage}], [])},
  _type == "commissionsSection" => {
    heading,
    "branches": *[_type == "branch" && defined(hue)] | order(order asc){${branch}},
    "calculator": select(calculator == true => *[_type == "calculatorPage" && ${inLanguage}][0]{${calculator}})
  },
  _type == "screensSection" => {
    heading,
    "screens": coalesce(
      select(count(screens[${hasPicture}]) > 0 => screens, *[_type == "landingPage" && ${inLanguage}][0].gallery.screens)
        [0...100][${hasPicture}]{name, ${figure}},
      []
    )
  },
  _type == "countdownSection" => {before, after, endsAt, timeZone},
  _type == "joinSection" => {quiet, card{${joinCard}}, dialog}` as const

/**
 * The visible sections of a page. They and their lists have the maximum lengths of the schemas, because a longer one
 * would take the time of other pages. A section of an unknown type keeps only its type, so that the page can report it.
 */
export const sections =
  `"sections": coalesce(sections[0...60][hidden != true]{${section}}, [])` as const

/** The images of a page's sections, for its translations. */
export const sectionPictures = `"sections": sections[0...60]{
  _key,
  _type == "heroSection" => {figure{${image}}},
  _type == "pictureSection" => {figure{${image}}},
  _type == "cardsSection" => {"cards": cards[0...100]{_key, screen{${image}}}},
  _type == "logosSection" => {"logos": logos[0...100]{_key, ${image}}},
  _type == "screensSection" => {
    "screens": select(
      count(screens[defined(asset)]) > 0 => screens,
      *[_type == "landingPage" && _id == "landingPage"][0].gallery.screens
    )[0...100]{_key, ${image}}
  }
}` as const

const page = `
  _id,
  _type,
  language,
  title,
  ${sections},
  "seo": {
    "title": coalesce(seo.title, title, ""),
    "description": seo.description,
    "intro": sections[_type == "heroSection" && hidden != true][0].text,
    "image": ${sharedImage}
  }` as const

/** Reads a page that is built from sections by its `$slug`. */
export const PAGE_QUERY = defineQuery(
  `*[_type == "page" && slug.current == $slug][0]{
    noindex,
    "slug": slug.current,
    "pictures": select($language != "en" => {${sectionPictures}}),
    ...${translated('page')}{${page}}
  }`,
)

/** Reads a business page by its `$slug`: seller, affiliates, driver, or commission. */
export const BUSINESS_PAGE_QUERY = defineQuery(
  `*[_type == "businessPage" && slug.current == $slug][0]{
    "slug": slug.current,
    "pictures": select($language != "en" => {${sectionPictures}}),
    ...${translated('businessPage')}{${page}}
  }`,
)
