"""Reads in.yaml by PyYAML and writes each document's values as a line of out.txt, as YamlInteropTest does in Java."""
import calendar
import datetime
import struct

import yaml


class Loader(yaml.SafeLoader):
    pass


class Mapping(list):
    pass


def untyped(loader, suffix, node):
    if isinstance(node, yaml.MappingNode):
        return mapping(loader, node)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(node)


def mapping(loader, node):
    return Mapping((loader.construct_object(k, deep=True), loader.construct_object(v, deep=True)) for k, v in node.value)


Loader.add_multi_constructor("!", untyped)
Loader.add_constructor("tag:yaml.org,2002:map", mapping)


def canonical(v):
    if v is None:
        return "n"
    if v is True or v is False:
        return "btrue" if v else "bfalse"
    if isinstance(v, int):
        return "i%d" % v
    if isinstance(v, float):
        return "f7ff8000000000000" if v != v else "f" + struct.pack(">d", v).hex()
    if isinstance(v, str):
        return "s" + "".join("%x." % ord(c) for c in v)
    if isinstance(v, bytes):
        return "x" + v.hex()
    if isinstance(v, datetime.datetime):
        utc = v.utctimetuple() if v.tzinfo else v.timetuple()
        return "t%d" % (calendar.timegm(utc) * 1000 + v.microsecond // 1000)
    if isinstance(v, datetime.date):
        return "t%d" % (calendar.timegm(v.timetuple()) * 1000)
    if isinstance(v, Mapping):
        return "{" + "".join(canonical(k) + "=" + canonical(i) + " " for k, i in v) + "}"
    if isinstance(v, set):
        return "<" + " ".join(sorted(canonical(i) for i in v)) + ">"
    if isinstance(v, list):
        return "[" + "".join(canonical(i) + " " for i in v) + "]"
    raise TypeError(type(v))


with open("in.yaml", encoding="utf-8", newline="") as file, open("out.txt", "w", encoding="utf-8") as out:
    for document in yaml.load_all(file, Loader):
        out.write(canonical(document) + "\n")
