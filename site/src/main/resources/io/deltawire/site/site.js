// The search of the site. It runs in the page and needs no server: the index is a script that is loaded when it is first needed.
'use strict';
(() => {
  const top = document.documentElement.dataset.top;
  const input = document.getElementById('search');
  const results = document.getElementById('results');
  const most = 30;
  let asked = false;

  function loadIndex() {
    if (!asked) {
      asked = true;
      const script = document.createElement('script');
      script.src = top + 'search-index.js';
      script.onload = show;
      document.head.append(script);
    }
  }

  // How well a word fits a text: not at all, inside a word, the beginning of a word, or a whole word.
  function fit(text, word) {
    const lower = text.toLowerCase();
    let best = 0;
    for (let at = lower.indexOf(word); at >= 0 && best < 3; at = lower.indexOf(word, at + 1)) {
      const begins = at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1]) || /\p{Lu}/u.test(text[at]);
      const ends = at + word.length === lower.length || !/[\p{L}\p{N}]/u.test(lower[at + word.length]);
      best = Math.max(best, begins ? (ends ? 3 : 2) : 1);
    }
    return best;
  }

  // Each word must be in a section. Headings count most, the more of a heading the words are, and words that stand together.
  function find(words) {
    const found = [];
    const phrase = words.join(' ');
    for (const entry of window.deltawireIndex) {
      const [page, heading, , text] = entry;
      let score = 0;
      for (const word of words) {
        const here = 12 * fit(heading, word) + 4 * fit(page, word) + fit(text, word);
        if (here === 0) {
          score = 0;
          break;
        }
        score += here;
      }
      if (score > 0) {
        if (heading.toLowerCase().includes(phrase)) {
          score += 20 + 40 * phrase.length / heading.length;
        } else if (text.toLowerCase().includes(phrase)) {
          score += 10;
        }
        found.push([score, entry]);
      }
    }
    return found.sort((a, b) => b[0] - a[0]).slice(0, most);
  }

  function excerpt(text, words) {
    const lower = text.toLowerCase();
    const at = Math.max(0, Math.min(...words.map(word => lower.indexOf(word)).filter(offset => offset >= 0), text.length) - 50);
    const from = at === text.length ? 0 : at;
    return (from > 0 ? '… ' : '') + text.slice(from, from + 150) + (text.length > from + 150 ? ' …' : '');
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(word => word !== '');
    results.hidden = words.length === 0 || !window.deltawireIndex;
    if (results.hidden) {
      return;
    }
    const found = find(words);
    results.replaceChildren(...found.map(([, [page, heading, address, text]]) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = top + address;
      link.append(page === heading ? heading : page + ': ' + heading);
      const small = document.createElement('small');
      small.append(excerpt(text, words));
      link.append(small);
      item.append(link);
      return item;
    }));
    if (found.length === 0) {
      const item = document.createElement('li');
      item.append('Nothing found');
      results.append(item);
    }
  }

  input.addEventListener('focus', loadIndex);
  input.addEventListener('input', () => {
    loadIndex();
    show();
  });
  input.addEventListener('keydown', event => {
    const first = results.querySelector('a');
    if (event.key === 'Enter' && first) {
      first.click();
    }
  });
  document.addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    } else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const links = [...results.querySelectorAll('a')];
      const at = links.indexOf(document.activeElement);
      if (event.key === 'Escape') {
        results.hidden = true;
      } else if (!results.hidden && links.length > 0 && (at >= 0 || document.activeElement === input)) {
        event.preventDefault();
        (links[at + (event.key === 'ArrowDown' ? 1 : -1)] ?? input).focus();
      }
    }
  });
  document.addEventListener('click', event => {
    if (!results.contains(event.target) && event.target !== input) {
      results.hidden = true;
    }
  });
  results.addEventListener('click', () => {
    results.hidden = true;
  });
})();
