import { baklava, flatBread, loaf, sesameRing } from '../drawings/food.ts'
import { picture } from '../drawings/goods.ts'
import { icon } from '../drawings/icons.ts'
import { here, map, marker } from '../drawings/map.ts'
import { storefront } from '../drawings/places.ts'
import { lattice, logo, seal, star, verified } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { homeIndicator, navigation, statusBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

/** Icons of what the shops on the map sell. */
export const glyph = {
  bread: '<path d="M4 15c0-5 4-8 8-8s8 3 8 8l-2 2H6zM9 11l1.5 3M13.5 10.5L15 14"/>',
  leaf: '<path d="M6 18L17 7M6 18v-7l5-4h7v6l-4 5z"/>',
  scarf: '<path d="M6 5h12v5l-4 3 2 7h-4l-2-7-4-3z"/>',
  book: '<path d="M12 8L9.5 6H5v11h5l2 1.5 2-1.5h5V6h-4.5zM12 8v10.5"/>',
  knife: '<path d="M5 13L16 5v8l-4 2H5zM7 15v4M12 15v4"/>',
}

/** A map of nearby shops. */
export const shops: Scene = {
  name: 'shops',
  hue: 'local',
  markup: html`
    ${map(
      html`${here(196, 372)}
      ${marker(88, 300, glyph.leaf, 'oklch(0.44 0.085 135)')}${marker(300, 262, glyph.knife, 'oklch(0.44 0.085 35)')}
      ${marker(322, 442, glyph.book, 'oklch(0.44 0.085 200)')}${marker(72, 470, glyph.scarf, 'oklch(0.44 0.085 310)')}
      ${marker(212, 320, glyph.bread, 'oklch(0.25 0.035 165)', 1.4)}`,
      'translate(0 -40)',
    )}
    <div class="fill" style="bottom:auto; height:250px; background:linear-gradient(var(--page) 60%, transparent)"></div>
    ${statusBar('5:08')}
    <div class="rel" style="padding:4px 20px 0">
      <h1>Halal, around the corner</h1>
      <div class="shade" style="margin-top:14px"><div class="cut row" style="--cut:12px; height:50px; padding:0 14px; background:var(--surface)">
        <span class="hue">${icon('search')}</span><span class="grow m" style="font-size:15px">Bread, meat, scarves, books</span>${icon('sliders')}
      </div></div>
      <div class="row" style="gap:8px; margin-top:12px">
        <span class="chip on">Open now</span><span class="chip">Bakeries</span><span class="chip">Butchers</span><span class="chip">Grocers</span>
      </div>
    </div>
    <div class="sheet" style="height:318px">
      <div class="grip"></div>
      <div class="row between"><h2>Noor Bakery</h2><span class="row hue b s" style="gap:5px">${verified(22)}Verified</span></div>
      <p class="m" style="margin:4px 0 14px">Bread and sweets · 4 min walk · until 8 PM</p>
      <div class="row" style="gap:10px">
        <div class="cut rel" style="width:170px; height:118px">${picture(390, 270, 118, storefront('Noor Bakery'))}</div>
        <div class="cut rel" style="width:170px; height:118px; background:oklch(0.86 0.06 80)">
          <svg width="170" height="118" viewBox="0 0 170 118">${flatBread(50, 48, 50)}${sesameRing(122, 38, 34)}${loaf(62, 66, 104)}</svg>
        </div>
      </div>
      <div class="row" style="gap:10px; margin-top:16px"><div class="button grow">See the shelves</div><div class="round lined" style="width:54px; height:54px">${icon('route')}</div></div>
    </div>
    ${homeIndicator}`,
}

const shelfItem = (drawing: string, name: string, price: string, count = 0) => html`
  <div>
    <div class="cut rel" style="height:98px; background:var(--tint)">
      <svg width="170" height="98" viewBox="0 4 170 104">${drawing}</svg>
      <span class="round abs" style="right:8px; bottom:8px; width:34px; height:34px; --cut:9px; border-radius:9px; ${count > 0 && 'background:var(--branch); color:var(--page)'}">${count ? html`<span class="b num">${count}</span>` : icon('plus', 18)}</span>
    </div>
    <div class="row between" style="margin-top:7px"><span class="b" style="font-size:14px">${name}</span><span class="num s">${price}</span></div>
  </div>`

/** The page of a shop with its products. */
export const bakery: Scene = {
  name: 'bakery',
  hue: 'local',
  markup: html`
    <svg class="abs" style="top:0; z-index:-1" width="390" height="322" viewBox="0 -52 390 322"><rect y="-52" width="390" height="60" fill="oklch(0.83 0.06 225)" />${storefront('Noor Bakery')}</svg>
    ${statusBar('5:10')}
    <div class="row between" style="padding:0 20px"><span class="round">${icon('left')}</span><span class="row" style="gap:8px"><span class="round">${icon('share')}</span><span class="round">${icon('heart')}</span></span></div>
    <div class="sheet" style="top:282px; padding-top:20px">
      <div class="row between"><h1>Noor Bakery</h1>${verified(34)}</div>
      <p class="m" style="margin-top:4px">Baked by the Aziz family since 1998</p>
      <div class="row" style="gap:8px; margin:12px 0 15px"><span class="tag">${icon('clock', 15)}Open until 8</span><span class="tag">${icon('pin', 15)}0.3 mi</span><span class="tag">${icon('bag', 15)}Pickup in 10 min</span></div>
      <h2 style="margin-bottom:9px">On the shelf now</h2>
      <div style="display:grid; grid-template-columns:1fr 1fr; gap:10px 10px">
        ${shelfItem(loaf(22, 20, 118), 'Country loaf', '$6.50', 1)}
        ${shelfItem(sesameRing(52, 54, 38) + sesameRing(112, 62, 34), 'Sesame rings, 4', '$5.00', 2)}
        ${shelfItem(flatBread(58, 50, 46) + flatBread(98, 64, 44), 'Flatbread, 3', '$4.00')}
        ${shelfItem(baklava(78, 58, 50), 'Baklava, 1 lb', '$14.00')}
      </div>
    </div>
    <div class="fill" style="top:auto; height:100px; padding:8px 20px 0; background:var(--page)">
      <div class="button between"><span>Basket · 3</span><span class="num">$16.50</span></div>
    </div>
    ${homeIndicator}`,
}

const check = (title: string, text: string, state: string) => html`
  <div class="row top" style="gap:13px">
    ${seal(30, '<path d="M-4 0.4L-1.2 3.2L4.2 -2.8" />')}
    <div class="grow"><div class="row between"><p class="b" style="font-size:16px">${title}</p><span class="xs m">${state}</span></div><p class="s m" style="margin-top:2px">${text}</p></div>
  </div>`

/** The halal certificate of a shop. */
export const certificate: Scene = {
  name: 'certificate',
  hue: 'local',
  markup: html`
    <div class="fill deep" style="z-index:-1; bottom:auto; height:432px"><div class="fill" style="color:oklch(0.83 0.085 135); opacity:.28">${lattice(45, 130)}</div></div>
    <div style="color:oklch(0.97 0.014 88)">${statusBar('5:12')}</div>
    ${navigation()}
    <div class="shade" style="padding:2px 34px 0"><div class="cut" style="--cut:26px; padding:9px; background:oklch(0.985 0.012 88)">
      <div class="cut" style="--cut:20px; border:1.5px solid oklch(0.7 0.09 85); padding:28px 18px 26px; text-align:center">
        <div style="display:grid; place-items:center">${logo(52)}</div>
        <h1 style="font-size:29px; margin-top:10px">Sample halal certificate</h1>
        <p class="m s" style="margin-top:9px">Cedar Lane Meats<br>Halal butcher, Dallas</p>
        <div class="row" style="justify-content:center; gap:9px; margin:14px 0 12px; color:oklch(0.7 0.11 80)"><i style="width:56px; height:1px; background:currentColor"></i>${star(15)}<i style="width:56px; height:1px; background:currentColor"></i></div>
        <div class="row between" style="text-align:left"><div><p class="xs m">Certificate</p><p class="b num s">HC 20417</p></div><div><p class="xs m">Slaughter</p><p class="b s">By hand</p></div><div><p class="xs m">Status</p><p class="b s">Current</p></div></div>
      </div>
    </div></div>
    <div class="body" style="padding-top:34px">
      <h2 style="margin-bottom:16px">Checked three ways</h2>
      <div class="col" style="gap:24px">
        ${check('Certificate confirmed', 'With the certifying body', 'Sample')}
        ${check('Site visit', 'Storage, knives, and labels', 'Sample')}
        ${check('Customer reports', 'No open concerns', 'Sample')}
      </div>
    </div>
    <div class="row" style="gap:10px; padding:0 20px 38px"><div class="button outline grow">View certificate</div><div class="round lined" style="width:54px; height:54px">${icon('share')}</div></div>
    ${homeIndicator}`,
}
