// The words of the site around the pages, in both languages.
import type { Language } from '@anden/contract'

export type SiteTexts = {
  name: string
  home: string
  skip: string
  search: string
  searchHint: string
  noResults: string
  results: string
  close: string
  menu: string
  contents: string
  onThisPage: string
  language: string
  theme: string
  previous: string
  next: string
  source: string
  linkToSection: string
  copy: string
  copied: string
  reference: string
  inEnglish: string
  notFound: string
  notFoundText: string
}

export const siteTexts: Record<Language, SiteTexts> = {
  en: {
    name: 'Andén docs',
    home: 'Overview',
    skip: 'Skip to content',
    search: 'Search',
    searchHint: 'Search the docs',
    noResults: 'Nothing found',
    results: 'Results',
    close: 'Close',
    menu: 'Menu',
    contents: 'Contents',
    onThisPage: 'On this page',
    language: 'Language',
    theme: 'Switch between light and dark',
    previous: 'Previous',
    next: 'Next',
    source: 'This page as Markdown',
    linkToSection: 'Link to this section',
    copy: 'Copy',
    copied: 'Copied',
    reference: 'Interactive reference',
    inEnglish: 'in English',
    notFound: 'Page not found',
    notFoundText: 'There is no page at this address. It may have moved: use the search, or the contents.',
  },
  es: {
    name: 'Documentación de Andén',
    home: 'Inicio',
    skip: 'Ir al contenido',
    search: 'Buscar',
    searchHint: 'Buscar en la documentación',
    noResults: 'Sin resultados',
    results: 'Resultados',
    close: 'Cerrar',
    menu: 'Menú',
    contents: 'Contenido',
    onThisPage: 'En esta página',
    language: 'Idioma',
    theme: 'Cambiar entre claro y oscuro',
    previous: 'Anterior',
    next: 'Siguiente',
    source: 'Esta página en Markdown',
    linkToSection: 'Enlace a esta sección',
    copy: 'Copiar',
    copied: 'Copiado',
    reference: 'Referencia interactiva',
    inEnglish: 'en inglés',
    notFound: 'No encontramos la página',
    notFoundText:
      'No hay ninguna página en esta dirección. Puede que se haya movido: usá el buscador o el contenido.',
  },
}
